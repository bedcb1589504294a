package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.statistics.EndpointStatistics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit extension that checks after each test that endpoints leak nothing. Once the test's stubs are garbage, no endpoint
 * may have exports, imports or calls in flight. Closed endpoints hold nothing, and none of their threads is left. Tests keep
 * stubs in local variables only, or release them.
 *
 * {@snippet :
 * @RegisterExtension
 * final NoLeftovers endpoints = new NoLeftovers();
 *
 * @Test
 * void calls() {
 *     Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
 * }
 * }
 */
public final class NoLeftovers implements BeforeEachCallback, AfterEachCallback {
    private final List<Endpoint> endpoints = new CopyOnWriteArrayList<>();
    private final Set<Thread> before = new HashSet<>();

    /** Creates the extension; a test class registers one. */
    public NoLeftovers() {}

    /** Registers an endpoint to be closed and checked after the test. */
    public Endpoint watch(Endpoint endpoint) {
        endpoints.add(endpoint);
        return endpoint;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        before.addAll(Thread.getAllStackTraces().keySet());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        List<Endpoint> all = List.copyOf(endpoints);
        endpoints.clear();
        try {
            if (context.getExecutionException().isEmpty()) {
                Await.until(
                        () -> "nothing exported, imported or under way, but: " + statistics(all), () -> isQuiet(all));
            }
        } finally {
            close(all);
        }
        if (context.getExecutionException().isEmpty()) {
            assertThat(statistics(all)).as("what closed endpoints hold").allMatch(NoLeftovers::isNothing);
            Await.until(
                    () -> "no thread left, but: " + threads(), () -> threads().isEmpty());
        }
    }

    /** Returns whether an endpoint holds nothing. Totals of what was done before are ignored. */
    public static boolean isNothing(EndpointStatistics held) {
        return held.sessions() == 0
                && held.lanes() == 0
                && held.memoryLanes() == 0
                && held.callsOut() == 0
                && held.callsIn() == 0
                && held.callsWaiting() == 0
                && held.exports() == 0
                && held.imports() == 0
                && held.unsentBytes() == 0;
    }

    private static boolean isQuiet(List<Endpoint> all) {
        for (EndpointStatistics now : statistics(all)) {
            if (now.exports() != 0 || now.imports() != 0 || now.callsIn() != 0 || now.callsOut() != 0) {
                System.gc(); // a stub is released after it was found to be garbage
                return false;
            }
        }
        return true;
    }

    private static List<EndpointStatistics> statistics(List<Endpoint> all) {
        return all.stream().map(Endpoint::statistics).toList();
    }

    private static void close(List<Endpoint> all) throws Exception {
        List<Running<Void>> closing = new ArrayList<>();
        for (Endpoint endpoint : all.reversed()) {
            closing.add(Running.start(() -> {
                endpoint.close();
                return null;
            }));
        }
        for (Running<Void> one : closing) {
            one.get();
        }
    }

    /** Returns the threads started since the test began that are Wherry's, or that would keep the JVM alive. */
    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .filter(thread -> !thread.isDaemon() || thread.getName().startsWith("wherry-"))
                .toList();
    }
}
