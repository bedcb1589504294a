package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.testsupport.Polling;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whose statics tasks meet, and for how long. */
class WorkspacesTest {
    private static final WorkspaceOptions SHARED = WorkspaceOptions.shared("counting");

    @AutoClose
    private final HostAndClient ends = new HostAndClient(WorkspacesTest.class);

    @AutoClose
    private final Endpoint second = Endpoint.create();

    private final Endpoint client = ends.client();

    private Peer peer(Endpoint of) {
        return ends.from(of);
    }

    static class Counter {
        private static int count;

        static synchronized int next() {
            return ++count;
        }
    }

    private static int next(Workspace workspace) throws Exception {
        return workspace.call(Counter::next);
    }

    @Test
    void ofOneNameAreSharedByConnections() throws Exception {
        Workspace mine = Workspace.at(peer(client), SHARED);
        Workspace yours = Workspace.at(peer(second), SHARED);
        assertThat(next(mine)).isEqualTo(1);
        assertThat(next(yours)).isEqualTo(2);
        mine.close();
        assertThat(next(yours)).isEqualTo(3);
        assertThat(Counter.next()).as("of this side").isEqualTo(1);
        Counter.count = 0;
    }

    @Test
    void withoutANameAreApart() throws Exception {
        Peer peer = peer(client);
        assertThat(next(Workspace.at(peer, WorkspaceOptions.own()))).isEqualTo(1);
        assertThat(next(Workspace.at(peer, WorkspaceOptions.own()))).isEqualTo(1);
        assertThat(Tasks.at(peer).call(Counter::next)).isEqualTo(1);
        assertThat(Tasks.at(peer).call(Counter::next)).isEqualTo(2);
        assertThat(Tasks.at(peer(second)).call(Counter::next)).isEqualTo(1);
    }

    @Test
    void endWithTheirLastConnectionUnlessTheyAreKept() throws Exception {
        Workspace shared = Workspace.at(peer(client), SHARED);
        Workspace kept = Workspace.at(
                peer(client), WorkspaceOptions.builder().name("kept").kept(true).build());
        assertThat(next(shared) + next(kept)).isEqualTo(2);
        shared.close();
        kept.close();
        assertThat(next(Workspace.at(peer(second), SHARED))).isEqualTo(1);
        Workspace again = Workspace.at(
                peer(second), WorkspaceOptions.builder().name("kept").kept(true).build());
        assertThat(next(again)).isEqualTo(2);
        again.run(TaskContext::release);
        assertThat(next(Workspace.at(
                        peer(second),
                        WorkspaceOptions.builder().name("kept").kept(true).build())))
                .isEqualTo(1);
    }

    @Test
    void areKeptWhenTheConnectionBreaks() throws Exception {
        assertThat(next(Workspace.at(
                        peer(client),
                        WorkspaceOptions.builder().name("kept").kept(true).build())))
                .isEqualTo(1);
        client.close();
        assertThat(next(Workspace.at(
                        peer(second),
                        WorkspaceOptions.builder().name("kept").kept(true).build())))
                .isEqualTo(2);
    }

    @Test
    void thatAreClosedSaySo() throws Exception {
        Workspace workspace = Workspace.at(peer(client), WorkspaceOptions.own());
        next(workspace);
        workspace.close();
        assertThatThrownBy(() -> next(workspace))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND))
                .hasMessageContaining("released");
    }

    @ByReference
    interface Gate {
        void pass() throws InterruptedException;
    }

    static class Latched implements Gate {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch opened = new CountDownLatch(1);

        @Override
        public void pass() throws InterruptedException {
            entered.countDown();
            if (!opened.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody opened it");
            }
        }
    }

    static int afterwards(Gate gate) throws InterruptedException {
        gate.pass();
        return Later.next();
    }

    /** Loaded when the gate has been passed. */
    static class Later {
        static int next() {
            return Counter.next();
        }
    }

    @Test
    void areReleasedWhenTheLastTaskHasLeft() throws Exception {
        Latched latched = new Latched();
        Gate gate = latched;
        Workspace workspace = Workspace.at(peer(client), SHARED);
        CompletableFuture<Integer> inside = workspace.submit(() -> afterwards(gate));
        assertThat(latched.entered.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(next(Workspace.at(peer(second), SHARED)))
                .as("shared with the one inside")
                .isEqualTo(1);
        Workspace.at(peer(second), SHARED).run(TaskContext::release);
        assertThat(next(Workspace.at(peer(second), SHARED))).as("a new one").isEqualTo(1);
        latched.opened.countDown();
        assertThat(inside.get(60, TimeUnit.SECONDS))
                .as("among its own classes still")
                .isEqualTo(2);
    }

    @Test
    void asksTheOneWhoHasIt() throws Exception {
        ClassLoader first = Compiled.loader(WorkspacesTest.class.getClassLoader(), PROBE);
        ClassLoader both = Compiled.loader(WorkspacesTest.class.getClassLoader(), with(PROBE, EXTRA));
        Task<?> without = probe(first);
        Task<?> having = probe(both);
        assertThat(Workspace.at(peer(client), SHARED).call(without)).asString().startsWith("java.lang.ClassNotFound");
        assertThat(Workspace.at(peer(second), SHARED).call(having)).hasToString("acme.Extra");
        assertThat(Workspace.at(peer(client), SHARED).call(probe(first))).hasToString("acme.Extra");
    }

    private static final String[] PROBE = {"acme.Probe", """
        package acme;
        public class Probe implements dev.wherry.mobility.Task<Object> {
            public Object call() {
                try {
                    return Class.forName("acme." + "Extra").getName();
                } catch (ClassNotFoundException e) {
                    return e.toString();
                }
            }
        }\
        """};
    private static final String[] EXTRA = {"acme.Extra", "package acme; public class Extra {}"};

    private static String[] with(String[] some, String[] more) {
        return java.util.stream.Stream.of(some, more)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new);
    }

    private static Task<?> probe(ClassLoader from) throws ReflectiveOperationException {
        return (Task<?>) from.loadClass("acme.Probe").getConstructor().newInstance();
    }

    @Test
    void tellHowATaskSeesItsOwn() throws Exception {
        Map<String, String> seen = Workspace.at(peer(client), SHARED)
                .call(() -> Map.of(
                        "context",
                                Thread.currentThread().getContextClassLoader().getName(),
                        "own", WorkspacesTest.class.getClassLoader().getName(),
                        "task", "" + TaskContext.isTask()));
        assertThat(seen)
                .containsEntry("context", "wherry workspace counting")
                .containsEntry("own", "wherry workspace counting")
                .containsEntry("task", "true");
        assertThat(TaskContext.isTask()).isFalse();
    }

    @Test
    void areNoPlaceOfThreadsThatATaskHasStarted() throws Exception {
        assertThat(Tasks.at(peer(client)).<String>call(() -> {
                    var seen = new java.util.concurrent.CompletableFuture<String>();
                    Thread.startVirtualThread(() -> {
                        try {
                            seen.complete(TaskContext.peer().toString());
                        } catch (IllegalStateException e) {
                            seen.complete(TaskContext.isTask() + ", " + e.getMessage());
                        }
                    });
                    return seen.get();
                }))
                .isEqualTo("false, This thread runs no task that a peer has sent");
    }

    @Test
    void runWhatWasFiredBeforeTheyWereClosed() throws Exception {
        LongAdder run = new LongAdder();
        Done done = run::increment;
        for (int i = 0; i < 20; i++) {
            try (Workspace workspace = Workspace.at(peer(client), WorkspaceOptions.own())) {
                for (int each = 0; each < 10; each++) {
                    workspace.fireAndForget(() -> done.one());
                }
            }
        }
        Polling.until("all that was fired", () -> run.sum() == 200);
    }

    @ByReference
    interface Done {
        void one();
    }

    @Test
    void areReleasedHoweverOftenTheyAreClosedOrHaveReleasedThemselves() throws Exception {
        Peer peer = peer(client);
        for (int i = 0; i < 300; i++) {
            Workspace workspace = Workspace.at(peer, WorkspaceOptions.own());
            workspace.fireAndForget(() -> Counter.next());
            next(workspace);
            if (i % 2 == 0) {
                workspace.run(TaskContext::release);
                workspace.fireAndForget(() -> Counter.next());
            }
            workspace.close();
            workspace.close();
        }
        for (int i = 0; i < 300; i++) {
            try (Workspace workspace = Workspace.at(peer, WorkspaceOptions.own())) {
                next(workspace);
            }
        }
    }

    @Test
    void closeQuietlyWhereTheConnectionHasEnded() throws Exception {
        Workspace workspace = Workspace.at(peer(client), WorkspaceOptions.own());
        next(workspace);
        client.close();
        workspace.close();
    }

    @ByReference
    interface Where {
        String where();
    }

    @Test
    void areAroundTheMethodsOfTheirObjects() throws Exception {
        Workspace workspace = Workspace.at(peer(client), SHARED);
        Where there = workspace.call(() -> {
            Where made = () -> TaskContext.isTask() + " in "
                    + Thread.currentThread().getContextClassLoader().getName();
            return made;
        });
        assertThat(there.where()).isEqualTo("true in wherry workspace counting");
        workspace.close();
        assertThatThrownBy(there::where)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND))
                .hasMessageContaining("released");
    }
}
