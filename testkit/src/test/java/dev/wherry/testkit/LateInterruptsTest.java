package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program that keeps the threads on which its methods have run, and later interrupts them again and again. Meanwhile
 * they read, wait for or answer other calls.
 */
@EnabledOnOs(OS.LINUX)
class LateInterruptsTest {
    private static final int CALLERS = 4;
    private static final int CALLS = 3_000;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    private final Set<Thread> ran = ConcurrentHashMap.newKeySet();
    private final AtomicInteger rung = new AtomicInteger();
    private final AtomicBoolean stop = new AtomicBoolean();

    @ParameterizedTest
    @CsvSource({"tcp, false", "tcp, true", "unix, false", "unix, true", "shm, true"})
    void closesNoLinkOfOtherCalls(String scheme, boolean memory) throws Exception {
        boolean tcp = scheme.equals("tcp");
        EndpointOptions options = EndpointOptions.builder().sharedMemory(memory).build();
        Endpoint server = endpoints.watch(
                Endpoint.listen(tcp ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("socket"), options));
        server.bind("watcher", Watcher.class, this::seen);
        Endpoint client = endpoints.watch(Endpoint.create(options));
        Watcher stub = client.lookup(server.address() + (tcp ? "/watcher" : "#watcher"), Watcher.class);
        Await.until("all lanes to be opened", () -> {
            List<Running<Integer>> callers = callers(stub, 50);
            callers.forEach(LateInterruptsTest::check);
            return client.statistics().lanes() > 1
                    && client.statistics().memoryLanes()
                            == (memory ? client.statistics().lanes() : 0);
        });
        int lanes = client.statistics().lanes();
        Running<Integer> ringer = Running.start(this::ring);
        Await.until("interrupts", () -> rung.get() > 100);
        callers(stub, CALLS).forEach(LateInterruptsTest::check);
        stop.set(true);
        assertThat(ringer.get()).isGreaterThan(100);
        assertThat(client.statistics().sessions()).isEqualTo(1);
        assertThat(client.statistics().lanes()).isGreaterThanOrEqualTo(lanes);
    }

    private int seen(int number) {
        ran.add(Thread.currentThread());
        return number + 1;
    }

    private int ring() throws InterruptedException {
        while (!stop.get()) {
            for (Thread thread : ran) {
                if (!thread.isVirtual() && thread.getName().startsWith("wherry-")) {
                    thread.interrupt();
                    rung.incrementAndGet();
                }
            }
            Thread.sleep(0, 50_000);
        }
        return rung.get();
    }

    /** Starts callers on platform threads, which use lanes, and on virtual threads, which use the main link. */
    private static List<Running<Integer>> callers(Watcher stub, int calls) {
        List<Running<Integer>> all = new ArrayList<>();
        AtomicInteger left = new AtomicInteger(CALLERS);
        for (int i = 0; i < CALLERS; i++) {
            all.add(
                    i % 2 == 0
                            ? Running.start(() -> call(stub, calls, left))
                            : Running.startVirtual(() -> call(stub, calls, left)));
        }
        return all;
    }

    /** Calls until all callers have made their calls: a lane that is idle for seconds would be closed. */
    private static int call(Watcher stub, int calls, AtomicInteger left) {
        int made = 0;
        try {
            while (made < calls) {
                assertThat(stub.seen(made)).isEqualTo(++made);
            }
        } finally {
            left.decrementAndGet();
        }
        while (left.get() > 0) {
            assertThat(stub.seen(made)).isEqualTo(++made);
        }
        return made;
    }

    private static void check(Running<Integer> caller) {
        try {
            assertThat(caller.get()).isPositive();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
