package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Released;
import dev.wherry.statistics.HeldObject;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that hold many objects and are killed, some of them while they release. Each object is notified once, and no object
 * that a living client holds.
 */
@EnabledOnOs(OS.LINUX) // which has all three transports
class CrashedHoldersTest {
    private static final int HOLDERS = 4;
    /** Objects in one answer. */
    private static final int BATCH = 1_000;
    /** The living client holds one of so many. */
    private static final int SHARED = 10;

    @ByReference
    public interface Ticket {
        int number();
    }

    public interface Box {
        /** Returns tickets from this number on, each {@code step} after the one before. */
        List<Ticket> take(int from, int step, int count);
    }

    private static final class Numbered implements Ticket, Released {
        private final int number;
        private final AtomicInteger notices = new AtomicInteger();

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public void released() {
            notices.incrementAndGet();
        }
    }

    /** The process that is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] words) throws Exception {
            Box box = Endpoint.create().lookup(words[0], Box.class);
            List<Ticket> held = take(box, Integer.parseInt(words[1]), HOLDERS, Integer.parseInt(words[2]));
            System.out.println("holding " + held.size());
            if (words[3].equals("release")) {
                held.forEach(Calls::release);
            }
            Thread.currentThread().join();
        }
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    private static List<Ticket> take(Box box, int from, int step, int count) {
        List<Ticket> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(box.take(from + all.size() * step, step, Math.min(BATCH, count - all.size())));
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void leakNothingAndTakeNothingFromTheLiving(String scheme) throws Exception {
        crash(scheme, 2_000);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void leakNothingOfAHundredThousandObjects(String scheme) throws Exception {
        crash(scheme, Share.of(100_000) / (HOLDERS * SHARED) * (HOLDERS * SHARED));
    }

    private void crash(String scheme, int count) throws Exception {
        List<Numbered> tickets =
                IntStream.range(0, count).mapToObj(Numbered::new).toList();
        String at = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("socket");
        Endpoint server = endpoints.watch(Endpoint.listen(
                at,
                EndpointOptions.builder().resumeWindow(Duration.ofSeconds(1)).build()));
        server.bind(
                "box",
                Box.class,
                (from, step, many) -> IntStream.range(0, many)
                        .<Ticket>mapToObj(i -> tickets.get(from + i * step))
                        .toList());
        String uri = server.address() + (scheme.equals("tcp") ? "/box" : "#box");
        Endpoint client = endpoints.watch(Endpoint.create());
        Box box = client.lookup(uri, Box.class);
        List<Ticket> living = take(box, 0, SHARED, count / SHARED);
        List<ChildJvm> holders = new ArrayList<>();
        try {
            for (int i = 0; i < HOLDERS; i++) {
                holders.add(holder(uri, i, count / HOLDERS));
            }
            for (ChildJvm each : holders) {
                each.awaitLine("holding " + count / HOLDERS);
            }
            assertListsSomeOfEachSession(Calls.peer(box).orElseThrow().heldObjects());
            for (ChildJvm each : holders) {
                each.kill();
            }
        } finally {
            holders.forEach(ChildJvm::close);
        }
        Await.until("the sessions to end", () -> server.statistics().sessions() == 1);
        assertThat(server.statistics().exports()).isEqualTo(living.size());
        Await.until("the notices", () -> sum(tickets) >= count - living.size());
        assertThat(tickets).allSatisfy(each -> assertThat(each.notices).hasValue(each.number % SHARED == 0 ? 0 : 1));
        for (int i = 0; i < living.size(); i++) {
            assertThat(living.get(i).number()).isEqualTo(i * SHARED);
        }
        client.close();
        Await.until("the other notices", () -> sum(tickets) >= count);
        assertThat(tickets).allSatisfy(each -> assertThat(each.notices).hasValue(1));
        assertThat(server.statistics().exports()).isZero();
    }

    /** Of the living client, and of the two holders that release nothing. */
    private static void assertListsSomeOfEachSession(List<HeldObject> held) {
        assertThat(held).hasSizeLessThanOrEqualTo(1_000);
        assertThat(held.stream().map(HeldObject::session).distinct().count()).isGreaterThanOrEqualTo(3);
    }

    private static ChildJvm holder(String uri, int from, int count) throws Exception {
        return new ChildJvm(List.of(
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                uri,
                String.valueOf(from),
                String.valueOf(count),
                from % 2 == 0 ? "release" : "keep"));
    }

    private static int sum(List<Numbered> tickets) {
        return tickets.stream().mapToInt(each -> each.notices.get()).sum();
    }
}
