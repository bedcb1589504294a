package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that do not end of themselves. */
@Timeout(120)
class EndlessTasksTest {
    @AutoClose
    private final HostAndClient ends = new HostAndClient(EndlessTasksTest.class);

    private final Peer peer = ends.peer();

    @ByReference
    interface Notes {
        @OneWay
        void note(String what);
    }

    static class Noted implements Notes {
        final BlockingQueue<String> all = new LinkedBlockingQueue<>();

        @Override
        public void note(String what) {
            all.add(what);
        }

        String next() throws InterruptedException {
            return all.poll(60, TimeUnit.SECONDS);
        }
    }

    static class Loop {
        private static volatile boolean stopped;
        static volatile boolean woken;

        static void stop() {
            stopped = true;
        }

        /** Hears of no interrupt. */
        static void run() {
            while (!stopped) {
                Thread.onSpinWait();
            }
        }
    }

    static void sleep(Notes notes) {
        notes.note("asleep");
        try {
            Thread.sleep(Duration.ofHours(1));
        } catch (InterruptedException e) {
            Loop.woken = true; // a call of its own would come too late, after the deadline
            notes.note("interrupted");
        }
    }

    @Test
    void letOthersBeServedBesideThem() throws Exception {
        List<CompletableFuture<Void>> loops = new ArrayList<>();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() + 2; i++) {
            loops.add(Tasks.at(peer).submit(() -> {
                Loop.run();
                return null;
            }));
        }
        try (Endpoint other = Endpoint.create()) {
            assertThat(Tasks.at(ends.from(other)).call(() -> "served")).isEqualTo("served");
            assertThat(Tasks.at(peer).call(() -> "too")).isEqualTo("too");
        } finally {
            Tasks.at(peer).run(Loop::stop);
        }
        for (CompletableFuture<Void> loop : loops) {
            loop.get(60, TimeUnit.SECONDS);
        }
    }

    @ByReference
    interface Loops {
        void loop();
    }

    /** Whose methods have a thread of the same kind. */
    @Test
    void letOthersBeServedBesideMethodsOfTheirObjects() throws Exception {
        Loops loops = Tasks.at(peer).call(() -> Loop::run);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() + 2; i++) {
            all.add(Calls.asyncRun(loops, Loops::loop));
        }
        try (Endpoint other = Endpoint.create()) {
            assertThat(Tasks.at(ends.from(other)).call(() -> "served")).isEqualTo("served");
        } finally {
            Tasks.at(peer).run(Loop::stop);
        }
        for (CompletableFuture<Void> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void letOthersBeServedThoughAllBeforeThemWereQuick() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            assertThat(Tasks.at(peer).call(() -> 1)).isEqualTo(1);
        }
        letOthersBeServedBesideThem();
    }

    /** A virtual thread would keep a processor from others; a pool's would run their parts, and other tasks on top of them. */
    @Test
    void runOnPlatformThreadsOfNoForkJoinPool() throws Exception {
        Tasks inOrder = Tasks.at(peer).with(CallOptions.builder().ordered(true).build());
        for (Tasks tasks : List.of(Tasks.at(peer), inOrder)) {
            assertThat(tasks.submit(() -> Thread.currentThread().isVirtual()).get(60, TimeUnit.SECONDS))
                    .isFalse();
            assertThat(tasks.submit(() -> ForkJoinTask.inForkJoinPool()).get(60, TimeUnit.SECONDS))
                    .isFalse();
        }
    }

    @Test
    void leaveTheirThreadToTheNextOneUntilAWorkspaceCloses() throws Exception {
        Tasks inOrder =
                Tasks.at(peer).with(CallOptions.builder().ordered(true).build()); // which never run on a lane or a loop
        Polling.until("the same thread twice", () -> {
            long first = threadOf(inOrder);
            return threadOf(inOrder) == first;
        });
        long kept = threadOf(inOrder);
        try (Workspace other = Workspace.at(peer, WorkspaceOptions.own())) {
            other.run(() -> {});
        }
        Polling.until("its end", () -> {
            threadOf(inOrder); // so that it does not end because it is idle
            return Thread.getAllStackTraces().keySet().stream().noneMatch(each -> each.threadId() == kept);
        });
    }

    @Test
    void leaveTheirThreadAsTheyFoundIt() throws Exception {
        Tasks inOrder = Tasks.at(peer).with(CallOptions.builder().ordered(true).build());
        String next;
        long spoilt;
        do {
            spoilt = inOrder.submit(() -> spoil()).join();
            next = inOrder.submit(() -> look()).join();
        } while (!next.startsWith(spoilt + " ")); // seldom: another thread was quicker
        assertThat(next).isEqualTo(spoilt + " wherry-task 5 true");
    }

    @SuppressWarnings("ThreadPriorityCheck") // what is tried
    private static long spoil() {
        Thread own = Thread.currentThread();
        own.setName("spoilt");
        own.setPriority(Thread.MIN_PRIORITY);
        own.setUncaughtExceptionHandler((thread, failure) -> {});
        return own.threadId();
    }

    private static String look() {
        Thread own = Thread.currentThread();
        return own.threadId() + " " + own.getName() + " " + own.getPriority() + " "
                + own.getUncaughtExceptionHandler().equals(own.getThreadGroup());
    }

    private static long threadOf(Tasks tasks) {
        return tasks.submit(() -> Thread.currentThread().threadId()).join();
    }

    @Test
    void endForTheirCallerAtTheDeadline() throws Exception {
        assertThatThrownBy(() -> Tasks.at(peer)
                        .with(CallOptions.ofTimeout(Duration.ofMillis(300)))
                        .run(Loop::run))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLINE_EXCEEDED));
        Tasks.at(peer).run(Loop::stop);
    }

    @Test
    void areInterruptedAtTheDeadline() throws Exception {
        Noted noted = new Noted();
        Notes notes = noted;
        do { // until one has begun before its time was up
            assertThatThrownBy(() -> Tasks.at(peer)
                            .with(CallOptions.ofTimeout(Duration.ofSeconds(1)))
                            .run(() -> sleep(notes)))
                    .isInstanceOf(CallException.class);
        } while (noted.all.isEmpty());
        assertThat(noted.next()).isEqualTo("asleep");
        while (!Tasks.at(peer).call(() -> Loop.woken)) {
            Thread.sleep(5);
        }
    }

    @Test
    void areInterruptedWhenTheirFutureIsCancelled() throws Exception {
        Noted noted = new Noted();
        Notes notes = noted;
        CompletableFuture<String> later = Tasks.at(peer).submit(() -> {
            sleep(notes);
            return "woken";
        });
        assertThat(noted.next()).isEqualTo("asleep");
        assertThat(later.cancel(true)).isTrue();
        assertThat(noted.next()).isEqualTo("interrupted");
        assertThatThrownBy(later::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void areForgottenByWhoFiresThem() throws Exception {
        Noted noted = new Noted();
        Notes notes = noted;
        Tasks.at(peer).fireAndForget(() -> sleep(notes));
        Tasks.at(peer).fireAndForget(() -> {
            notes.note("failing");
            throw new IllegalStateException("for the host's log alone");
        });
        assertThat(List.of(noted.next(), noted.next())).containsExactlyInAnyOrder("asleep", "failing");
        assertThat(Tasks.at(peer).call(() -> "served")).isEqualTo("served");
    }

    @Test
    void areFiredAsOftenAsOneLikes() throws Exception {
        Noted noted = new Noted();
        Notes notes = noted;
        for (int i = 0; i < 2_000; i++) {
            String word = "note " + i;
            Tasks.at(peer).fireAndForget(() -> notes.note(word));
        }
        for (int i = 0; i < 2_000; i++) {
            assertThat(noted.next()).isNotNull();
        }
    }
}
