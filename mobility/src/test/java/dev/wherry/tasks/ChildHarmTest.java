package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.statistics.MethodStatistics;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that do harm: to their own child JVM, and to nobody else. */
@EnabledOnOs(OS.LINUX)
class ChildHarmTest {
    private static final ChildLimits LIMITS =
            ChildLimits.builder().heapBytes(64 << 20).build();
    private static final Duration LONG = Duration.ofMinutes(1);

    @AutoClose
    private final HostAndClient ends = new HostAndClient(
            MobilityPolicy.builder().acceptAnyone().child(LIMITS).build(),
            EndpointOptions.builder().timeout(LONG).build());

    private final Peer peer = ends.peer();

    static class Harm {
        private static final List<byte[]> KEPT = new ArrayList<>();

        static long pid() {
            return ProcessHandle.current().pid();
        }

        static long deeper(long depth) {
            return depth < 0 ? depth : 1 + deeper(depth + 1);
        }

        static int fill() {
            while (true) {
                KEPT.add(new byte[1 << 20]);
            }
        }

        /** However often it is interrupted. */
        static int loop(String begun) throws Exception {
            Files.createFile(Path.of(begun));
            while (true) {
                Thread.onSpinWait();
            }
        }

        static void loops(String begun) {
            try {
                loop(begun);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        static void create(String file) {
            try {
                Files.createFile(Path.of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static int exit(int status) {
            System.exit(status);
            return 0;
        }

        static int wait(String end) throws Exception {
            while (!Files.exists(Path.of(end))) {
                Thread.sleep(20);
            }
            return 1;
        }

        /** Fills the stacks of so many threads. */
        static int fillStacks(int count) {
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(
                        null,
                        () -> {
                            try {
                                deeper(0);
                            } catch (StackOverflowError e) {
                                LockSupport.park();
                            }
                        },
                        "deep",
                        128 << 20);
                thread.setDaemon(true);
                thread.start();
            }
            LockSupport.park();
            return count;
        }

        static int startThreads(int count) {
            for (int i = 0; i < count; i++) {
                Thread.ofPlatform().daemon().start(LockSupport::park);
            }
            LockSupport.park();
            return count;
        }

        static int sleep(String begun, String interrupted) throws Exception {
            Files.createFile(Path.of(begun));
            try {
                Thread.sleep(LONG);
            } catch (InterruptedException e) {
                Files.createFile(Path.of(interrupted));
            }
            return 0;
        }
    }

    private static CallException failure(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call);
    }

    private static AbstractThrowableAssert<?, ?> assertBroken(CompletableFuture<?> task) {
        return assertThat(catchThrowableOfType(ExecutionException.class, () -> task.get(60, TimeUnit.SECONDS)))
                .cause()
                .isInstanceOf(CallException.class);
    }

    private CompletableFuture<Integer> looping(Path folder) {
        String begun = folder.resolve("begun").toString();
        return begun(Tasks.at(peer).submit(() -> Harm.loop(begun)), folder);
    }

    private static CompletableFuture<Integer> sleeping(Tasks place, Path folder) {
        String begun = folder.resolve("begun").toString();
        String interrupted = folder.resolve("interrupted").toString();
        return begun(place.submit(() -> Harm.sleep(begun, interrupted)), folder);
    }

    private static CompletableFuture<Integer> begun(CompletableFuture<Integer> task, Path folder) {
        awaitBegin(folder);
        return task;
    }

    private static void awaitBegin(Path folder) {
        Polling.until("the task", () -> Files.exists(folder.resolve("begun")));
    }

    private void assertEndsWithItsChild(Task<?> task, String... words) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        CallException why = failure(() -> Tasks.at(peer).call(task));
        assertThat(why.code()).isEqualTo(Code.REFUSED);
        assertThat(why).hasMessageContainingAll(words);
        servesOnInAnotherThan(pid);
    }

    /** @param begun the file that the call makes when it begins */
    private void assertKilledAtItsDeadline(String begun, ThrowingCallable call) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        do { // until one has begun before its time was up
            assertThat(failure(call).code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        } while (!Files.exists(Path.of(begun)));
        Polling.until("the end of the child", () -> !Hosts.isAlive(pid));
        servesOnInAnotherThan(pid);
    }

    private void servesOnInAnotherThan(long pid) throws Exception {
        assertThat(Tasks.at(peer).call(() -> Harm.pid())).isNotEqualTo(pid);
        assertThat(Hosts.isAlive(pid)).isFalse();
    }

    @Test
    void isKilledWhenItTakesMoreMemoryThanItMayOutsideOfTheHeap() {
        try (HostAndClient ends = new HostAndClient(
                MobilityPolicy.builder()
                        .acceptAnyone()
                        .child(LIMITS.toBuilder().memoryBytes(300 << 20).build())
                        .build(),
                EndpointOptions.builder().timeout(LONG).build())) {
            assertThatThrownBy(() -> Tasks.at(ends.peer()).call(() -> Harm.fillStacks(8)))
                    .hasMessageContaining("'memoryBytes'");
        }
    }

    @Test
    void endsWithAChildThatExits() throws Exception {
        assertEndsWithItsChild(() -> Harm.exit(7), "ended without being killed, with status 7", "System.exit(7)");
    }

    @Test
    void saysThatTheMemoryWasAtItsEnd() throws Exception {
        assertEndsWithItsChild(() -> Harm.fill(), "out of memory", "'heapBytes'");
    }

    @Test
    void survivesAStackThatOverflows() throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        assertThat(failure(() -> Tasks.at(peer).call(() -> Harm.deeper(0))).remoteClass())
                .isEqualTo(StackOverflowError.class.getName());
        assertThat(Tasks.at(peer).call(() -> Harm.pid())).isEqualTo(pid);
    }

    @Test
    void killsWhatRunsOnAfterItsDeadline(@TempDir Path folder) throws Exception {
        String begun = folder.resolve("begun").toString();
        Tasks brief = Tasks.at(peer).with(CallOptions.ofTimeout(Duration.ofSeconds(2)));
        assertKilledAtItsDeadline(begun, () -> brief.call(() -> Harm.loop(begun)));
    }

    @Test
    void sparesWhatHeedsItsInterrupt(@TempDir Path folder) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        sleeping(Tasks.at(peer), folder).cancel(true);
        Polling.until("its interrupt", () -> Files.exists(folder.resolve("interrupted")));
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // more than it would take to be killed
        assertThat(Tasks.at(peer).call(() -> Harm.pid())).isEqualTo(pid);
    }

    /** Their own threads are not counted, neither while they run nor when they have just ended. */
    @Test
    void answersManyTasksAtATime(@TempDir Path folder) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        String end = folder.resolve("end").toString();
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            waiting.add(Tasks.at(peer).submit(() -> Harm.wait(end)));
        }
        Polling.until("all to be there", () -> threads(pid) > 500);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // more than it would take to be killed
        Files.createFile(Path.of(end));
        for (CompletableFuture<Integer> each : waiting) {
            assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo(1);
        }
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4)); // as long as what they have left might be counted
        assertThat(Tasks.at(peer).call(() -> Harm.pid())).isEqualTo(pid);
    }

    private static int threads(long pid) {
        String[] tasks = Path.of("/proc/" + pid + "/task").toFile().list();
        return tasks == null ? 0 : tasks.length;
    }

    @Test
    void killsWhatStartsManyThreads() throws Exception {
        assertEndsWithItsChild(
                () -> Harm.startThreads(200), "killed: the policy's rule 'threads' allows 64, and it has reached ");
    }

    @Test
    void killsWhatASenderLeavesBehind(@TempDir Path folder) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        CompletableFuture<Integer> looping = looping(folder);
        ends.client().close(Duration.ZERO);
        assertBroken(looping);
        Polling.until("the end of the child", () -> !Hosts.isAlive(pid));
        try (Endpoint other = Endpoint.create()) {
            assertThat(Tasks.at(ends.from(other)).call(() -> Harm.pid())).isNotEqualTo(pid);
        }
    }

    @Test
    void tellsAllWhoseTasksEndWithTheChild(@TempDir Path folder) throws Exception {
        Workspace shared = Workspace.at(peer, WorkspaceOptions.shared("all"));
        assertThat(shared.call(() -> Harm.pid())).isPositive();
        CompletableFuture<Integer> sleeping = sleeping(shared, folder);
        assertThat(failure(() -> shared.call(() -> Harm.exit(0)))).hasMessageContaining("System.exit(0)");
        assertBroken(sleeping).hasMessageContaining("System.exit(0)");
        CallException later = failure(() -> shared.call(() -> Harm.pid()));
        assertThat(later.code()).isEqualTo(Code.NOT_FOUND);
        assertThat(later).hasMessageContaining("its child JVM has ended; open another one");
        assertThat(Workspace.at(peer, WorkspaceOptions.shared("all")).call(() -> Harm.pid()))
                .isPositive();
    }

    @Test
    void releasesItselfFromWithin() throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        Tasks.at(peer).run(() -> TaskContext.release());
        Polling.until("the end of the child", () -> !Hosts.isAlive(pid));
        servesOnInAnotherThan(pid);
    }

    @Test
    void logsWhatIsPrinted() {
        try (LogRecorder log = new LogRecorder("dev.wherry.child")) {
            Tasks.at(peer).run(() -> System.out.println("printed by a task in a child"));
            Polling.until(
                    "the line", () -> log.texts().anyMatch(text -> text.endsWith(": printed by a task in a child\n")));
        }
    }

    @Test
    void takesItsChildrenAlong(@TempDir Path folder) throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        CompletableFuture<Integer> looping = looping(folder);
        ends.host().close(Duration.ZERO);
        assertThat(Hosts.isAlive(pid)).isFalse();
        assertBroken(looping);
    }

    @Test
    void startsAnotherOneForTasksThatNobodyWaitsFor() throws Exception {
        long pid = Tasks.at(peer).call(() -> Harm.pid());
        failure(() -> Tasks.at(peer).call(() -> Harm.exit(7)));
        assertThat(Tasks.at(peer).submit(() -> Harm.pid()).get(1, TimeUnit.MINUTES))
                .isNotEqualTo(pid);
    }

    /** Those of another host's workspace are in one that nobody has opened by hand, either. */
    @Test
    void startsAnotherOneForTasksThatComeByAnotherHost() throws Exception {
        try (Endpoint between = Hosts.listen(MobilityPolicy.acceptAnyone())) {
            Peer first = ends.client().connect(between.address().toString());
            String there = ends.host().address().toString();
            Task<Long> pid =
                    () -> Tasks.at(TaskContext.endpoint().connect(there)).call(() -> Harm.pid());
            long before = Tasks.at(first).call(pid);
            assertThat(failure(() -> Tasks.at(first)
                            .run(() -> Tasks.at(TaskContext.endpoint().connect(there))
                                    .run(() -> Harm.exit(7)))))
                    .hasMessageContaining("System.exit(7)");
            assertThat(Tasks.at(first).call(pid)).isNotEqualTo(before);
        }
    }

    @Test
    void isReplacedForAnOlderViewAtOnceWhenItsEndIsKnown(@TempDir Path folder) throws Exception {
        Tasks view = Tasks.at(peer).with(CallOptions.ofTimeout(LONG));
        long pid = view.call(() -> Harm.pid());
        failure(() -> view.call(() -> Harm.exit(7)));
        assertThat(view.call(() -> Harm.pid())).isNotEqualTo(pid);
        long before = served();
        assertThat(view.call(() -> Harm.pid())).isNotEqualTo(pid);
        assertThat(served() - before)
                .as("calls, of which none asks the one that has gone")
                .isEqualTo(1);
        String fired = folder.resolve("fired").toString();
        view.fireAndForget(() -> Harm.create(fired));
        Polling.until("what was fired", () -> Files.exists(Path.of(fired)));
    }

    private long served() {
        return ends.host().statistics().methods().stream()
                .mapToLong(MethodStatistics::calls)
                .sum();
    }

    @ByReference
    interface Works {
        int loop() throws Exception;
    }

    @Test
    void killsAnObjectsMethodThatRunsOnAfterItsDeadline(@TempDir Path folder) throws Exception {
        String begun = folder.resolve("begun").toString();
        Works works = Tasks.at(peer).call(() -> {
            Works there = () -> Harm.loop(begun);
            return there;
        });
        Works brief = Calls.with(works, CallOptions.ofTimeout(Duration.ofSeconds(2)));
        assertKilledAtItsDeadline(begun, () -> brief.loop());
    }

    @ByReference
    interface Fires {
        @OneWay
        void loop();
    }

    @Test
    void killsAnObjectsMethodThatNobodyWaitsFor(@TempDir Path folder) throws Exception {
        String begun = folder.resolve("begun").toString();
        Fires fires = Tasks.at(peer).call(() -> {
            Fires there = () -> Harm.loops(begun);
            return there;
        });
        long pid = Tasks.at(peer).call(Harm::pid);
        Calls.with(fires, CallOptions.ofTimeout(Duration.ofSeconds(10))).loop();
        awaitBegin(folder);
        Polling.until("its end", () -> !Hosts.isAlive(pid));
    }

    @Test
    void startsForThoseWhoDoNotWaitForIt() {
        Tasks hurried = Tasks.at(peer).with(CallOptions.ofTimeout(Duration.ofMillis(200)));
        Polling.until("an answer within a time in which no JVM starts", () -> {
            try {
                return hurried.call(() -> 1) == 1;
            } catch (Exception e) {
                return false;
            }
        });
    }
}
