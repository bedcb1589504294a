package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.testsupport.Polling;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing keeps the classes of a workspace that was released, neither at the host nor at the sender. */
public class UnloadingTest {
    private static final Map<String, byte[]> TASK = Compiled.files("acme.Job", """
        package acme;
        public class Job implements dev.wherry.mobility.Task<Object> {
            public record Result(String word, int[] numbers) {}
            public static final ThreadLocal<Object> KEPT = new ThreadLocal<>();
            public Object call() {
                KEPT.set(new Result("kept", new int[1_000]));
                java.util.function.Function<String, Result> made =
                        (java.util.function.Function<String, Result> & java.io.Serializable) w -> new Result(w, null);
                return java.util.List.of(made.apply("x"), made, new java.util.ArrayList<>());
            }
        }\
        """);

    private static final Map<String, byte[]> GIVING = Compiled.files("acme.Gives", """
        package acme;
        import dev.wherry.tasks.UnloadingTest;
        public record Gives(UnloadingTest.Takes takes) implements dev.wherry.mobility.Task<Object> {
            public static final class Kept implements UnloadingTest.Keeps {
                private static final ThreadLocal<Object> KEPT = new ThreadLocal<>();
                public void something() {
                    KEPT.set(this);
                }
            }
            public Object call() {
                UnloadingTest.Spy.looks("given");
                takes.take(new Kept());
                return null;
            }
        }\
        """);

    private static final Map<String, byte[]> QUICK = Compiled.files("acme.Quick", """
        package acme;
        import dev.wherry.tasks.UnloadingTest;
        public record Quick(UnloadingTest.Waits first) implements dev.wherry.mobility.Task<String> {
            private static final ThreadLocal<Object> KEPT = new ThreadLocal<>();
            private static final ThreadLocal<Object> LEFT_TO_OTHERS = new InheritableThreadLocal<>();
            public String call() throws InterruptedException {
                UnloadingTest.Spy.looks("quick");
                KEPT.set(this);
                LEFT_TO_OTHERS.set(this);
                if (first != null) {
                    first.here();
                }
                return Thread.currentThread().getName();
            }
        }\
        """);

    @TempDir
    private Path folder;

    @AutoClose
    private final HostAndClient ends = new HostAndClient(
            MobilityPolicy.builder().acceptAnyone().recorder(_ -> {}).build());

    private Peer peer = ends.peer();

    /** Sees the loaders that are made at the host, which is in this JVM. */
    private static final Map<String, WeakReference<ClassLoader>> THERE = new ConcurrentHashMap<>();

    static Task<?> task() throws ReflectiveOperationException {
        ClassLoader own = new BytesLoader(UnloadingTest.class.getClassLoader(), TASK);
        return (Task<?>) own.loadClass("acme.Job").getConstructor().newInstance();
    }

    private WeakReference<ClassLoader> runs(Workspace workspace) throws Exception {
        Task<?> task = task();
        assertThat((List<?>) workspace.call(task)).hasSize(3);
        return new WeakReference<>(task.getClass().getClassLoader());
    }

    private static void awaitGone(WeakReference<?> reference) throws InterruptedException {
        for (int i = 0; i < 300 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(reference.get()).isNull();
    }

    /** By a class that both sides have. */
    public static final class Spy {
        private Spy() {}

        public static void looks(String test) {
            THERE.put(test, new WeakReference<>(Thread.currentThread().getContextClassLoader()));
        }
    }

    @Test
    void letsGoOfTheHostsLoaderAndTheSenders() throws Exception {
        Workspace workspace = Workspace.at(peer, WorkspaceOptions.own());
        WeakReference<ClassLoader> own = runs(workspace);
        workspace.run(() -> Spy.looks("closed"));
        workspace.close();
        workspace = null;
        awaitGone(THERE.get("closed"));
        awaitGone(own);
    }

    @Test
    void letsGoOfItWhenATaskReleasesIt() throws Exception {
        WeakReference<ClassLoader> own = runsAndReleases();
        awaitGone(THERE.get("released"));
        assertThat(peer.isOpen()).isTrue();
        awaitGone(own);
    }

    private WeakReference<ClassLoader> runsAndReleases() throws Exception {
        Workspace workspace = Workspace.at(peer, WorkspaceOptions.shared("released"));
        WeakReference<ClassLoader> own = runs(workspace);
        workspace.run(() -> Spy.looks("released"));
        workspace.run(TaskContext::release);
        return own;
    }

    @Test
    void letsGoOfItWhenTheConnectionEnds() throws Exception {
        WeakReference<ClassLoader> own = runs(Workspace.at(peer, WorkspaceOptions.shared("ended")));
        Workspace.at(peer, WorkspaceOptions.shared("ended")).run(() -> Spy.looks("ended"));
        ends.client().close();
        awaitGone(THERE.get("ended"));
        peer = null;
        awaitGone(own);
    }

    @Test
    void letsGoOfItWhenAnotherConnectionReleasesIt() throws Exception {
        WorkspaceOptions shared =
                WorkspaceOptions.builder().name("by another").kept(true).build();
        Workspace mine = Workspace.at(peer, shared);
        mine.run(() -> Spy.looks("by another"));
        try (Endpoint second = Endpoint.create()) {
            Workspace.at(ends.from(second), shared).run(TaskContext::release);
        }
        awaitGone(THERE.get("by another"));
        assertThat(peer.isOpen()).isTrue();
        mine.close();
    }

    @Test
    void letsGoOfThoseWhoLeaveWhileATaskOfOthersRunsOn() throws Exception {
        WorkspaceOptions shared = WorkspaceOptions.shared("busy");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Waits waits = () -> {
            entered.countDown();
            goOn.await();
        };
        var running = Workspace.at(peer, shared).submit(() -> {
            waits.here();
            return "ended";
        });
        entered.await();
        WeakReference<ClassLoader> own;
        try (Endpoint second = Endpoint.create()) {
            own = runs(Workspace.at(ends.from(second), shared));
        }
        awaitGone(own);
        goOn.countDown();
        assertThat(running.get(1, TimeUnit.MINUTES)).isEqualTo("ended");
    }

    @Test
    void letsGoOfItWhereAMethodOfATasksObjectHasLeftALocal() throws Exception {
        ClassLoader own = new BytesLoader(UnloadingTest.class.getClassLoader(), GIVING);
        AtomicReference<Keeps> given = new AtomicReference<>();
        Takes takes = given::set;
        Workspace workspace = Workspace.at(peer, WorkspaceOptions.own());
        workspace
                .submit((Task<?>)
                        own.loadClass("acme.Gives").getConstructor(Takes.class).newInstance(takes))
                .get(1, TimeUnit.MINUTES);
        for (int i = 0; i < 1_000; i++) {
            given.get().something();
        }
        workspace.close();
        awaitGone(THERE.get("given"));
        assertThat(peer.isOpen()).isTrue();
    }

    @Timeout(120)
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void letsGoOfItWhereAQuickTaskHasLeftALocal(String scheme) throws Exception {
        String address = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "shm:" + folder.resolve("socket");
        MobilityPolicy policy =
                MobilityPolicy.builder().acceptAnyone().recorder(_ -> {}).build();
        try (Endpoint host = Endpoint.listen(
                        address, EndpointOptions.builder().with(policy).build());
                Endpoint client = Endpoint.create()) {
            Peer there = client.connect(host.address().toString());
            Workspace workspace = Workspace.at(there, WorkspaceOptions.own());
            Constructor<?> quick = new BytesLoader(UnloadingTest.class.getClassLoader(), QUICK)
                    .loadClass("acme.Quick")
                    .getConstructor(Waits.class);
            Waits waits = () -> {};
            Task<?> waiting = (Task<?>) quick.newInstance(waits);
            Task<?> task = (Task<?>) quick.newInstance((Waits) null);
            for (int i = 0; i < 1_000; i++) { // however quick it has been, no loop runs it
                assertThat(thread(workspace, i % 100 == 0 ? waiting : task)).startsWith("wherry-task");
            }
            workspace.close();
            awaitGone(THERE.get("quick"));
            assertThat(Tasks.at(there).call(() -> "served")).isEqualTo("served");
        }
    }

    @Timeout(120)
    @Test
    void letsGoOfItWhereATaskThatALaneRanHasLeftALocal() throws Exception {
        Workspace workspace = Workspace.at(peer, WorkspaceOptions.own());
        Task<?> task = (Task<?>) new BytesLoader(UnloadingTest.class.getClassLoader(), QUICK)
                .loadClass("acme.Quick")
                .getConstructor(Waits.class)
                .newInstance((Waits) null);
        // The first calls are sent by the main link, until a lane is open.
        Polling.until("a lane", () -> isRunByALane(workspace, task));
        workspace.close();
        awaitGone(THERE.get("quick"));
        assertThat(Tasks.at(peer).call(() -> "served")).isEqualTo("served");
    }

    private static boolean isRunByALane(Workspace workspace, Task<?> task) {
        try {
            return String.valueOf(workspace.call(task)).startsWith("wherry-lane");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String thread(Workspace workspace, Task<?> task) throws Exception {
        return String.valueOf(workspace.submit(task).get(1, TimeUnit.MINUTES));
    }

    @ByReference
    public interface Takes {
        void take(Keeps given);
    }

    @ByReference
    public interface Keeps {
        void something();
    }

    @ByReference
    public interface Waits {
        void here() throws InterruptedException;
    }
}
