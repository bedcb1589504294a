package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testsupport.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A million calls of all sizes up to 64 KiB, by callers that wait in three ways: none is lost, and none waits for ever. */
@Tag("long")
@NullMarked
class ManyCallsTest {
    private static final int LARGEST = 1 << 16;
    private static final int SEEDS = 1_000;
    private static final int CALLS_OF_A_SEED = 1_000;

    /** The service. */
    interface Echo {
        byte[] echo(byte[] data);
    }

    /** Makes the calls of a seed. */
    private interface Caller {
        void call(Echo echo, SplittableRandom random) throws Exception;
    }

    private static byte[] data(SplittableRandom random) {
        byte[] data = new byte[random.nextInt(4) == 0 ? random.nextInt(LARGEST) : random.nextInt(256)];
        random.nextBytes(data);
        return data;
    }

    private static void waiting(Echo echo, SplittableRandom random) {
        byte[] data = data(random);
        assertThat(echo.echo(data)).isEqualTo(data);
    }

    private static void notWaiting(Echo echo, SplittableRandom random) throws Exception {
        List<byte[]> sent = new ArrayList<>();
        List<CompletableFuture<byte[]>> received = new ArrayList<>();
        for (int i = random.nextInt(1, 10); i > 0; i--) {
            byte[] data = data(random);
            sent.add(data);
            received.add(Calls.async(echo, each -> each.echo(data)));
        }
        for (int i = 0; i < sent.size(); i++) {
            assertThat(received.get(i).get()).isEqualTo(sent.get(i));
        }
    }

    private static Future<Integer> start(ThreadFactory threads, Echo echo, List<Integer> seeds, Caller caller) {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            int calls = 0;
            for (int seed : seeds) {
                SplittableRandom random = new SplittableRandom(seed);
                for (int i = 0; i < CALLS_OF_A_SEED / 4; i++) {
                    caller.call(echo, random);
                    calls++;
                }
            }
            return calls;
        });
        threads.newThread(task).start();
        return task;
    }

    @Test
    void areAllAnswered() throws Exception {
        int domain = Services.domain();
        String name = Services.name();
        List<Integer> seeds =
                Share.seeds(0, SEEDS).boxed().map(Number::intValue).toList();
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            server.bind(name, Echo.class, data -> data);
            server.listenAt("dds://" + domain);
            Echo echo = client.lookup("dds://" + domain + "/" + name, Echo.class);
            ThreadFactory platform = Thread.ofPlatform().factory();
            ThreadFactory virtual = Thread.ofVirtual().factory();
            List<Future<Integer>> callers = List.of(
                    start(platform, echo, seeds, ManyCallsTest::waiting),
                    start(platform, echo, seeds, ManyCallsTest::waiting),
                    start(virtual, echo, seeds, ManyCallsTest::waiting),
                    start(platform, echo, seeds, ManyCallsTest::notWaiting));
            for (Future<Integer> each : callers) {
                assertThat(each.get()).isEqualTo(seeds.size() * (CALLS_OF_A_SEED / 4));
            }
        }
    }
}
