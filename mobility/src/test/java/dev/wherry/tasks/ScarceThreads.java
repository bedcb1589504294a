package dev.wherry.tasks;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.Peer;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.Polling;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Both ends of a connection in a JVM that can start a few threads. */
final class ScarceThreads {
    private static final AtomicInteger FIRED = new AtomicInteger();
    private static final CountDownLatch ENOUGH = new CountDownLatch(1);
    private static final int KEPT = 4; // more than the threads that the tasks before have left
    private static final int IN_FLIGHT = 2_000;
    private static final int MANY = IN_FLIGHT + IN_FLIGHT / 4; // more than a session accepts at a time

    private ScarceThreads() {}

    public static void main(String[] none) throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .with(MobilityPolicy.acceptAnyone())
                .limits(Limits.builder().callsInFlight(IN_FLIGHT).build())
                .build();
        try (HostAndClient ends =
                new HostAndClient(Endpoint.listen("tcp://127.0.0.1:0", options), Endpoint.create(options))) {
            Peer peer = ends.peer();
            Tasks inOrder =
                    Tasks.at(peer).with(CallOptions.builder().ordered(true).build());
            say("before", Tasks.at(peer));
            say("before, in order", inOrder);
            List<Thread> others = ChildProgram.startAll(ScarceThreads::awaitEnough);
            for (int i = 0; i < KEPT; i++) {
                Tasks.at(peer).fireAndForget(ScarceThreads::awaitEnough);
            }
            say("without threads", Tasks.at(peer));
            say("without threads, in order", inOrder);
            for (int i = 0; i < MANY; i++) {
                Tasks.at(peer).fireAndForget(() -> FIRED.incrementAndGet());
            }
            ENOUGH.countDown();
            for (Thread other : others) {
                other.join();
            }
            // The calls that were accepted need many threads for a while, at either side.
            Polling.until("a thread for a task", () -> answer(Tasks.at(peer)).equals("served"));
            say("afterwards", Tasks.at(peer));
            say("afterwards, in order", inOrder);
            int before = FIRED.get();
            Tasks.at(peer).fireAndForget(() -> FIRED.incrementAndGet());
            Polling.until("a task that was fired", () -> FIRED.get() > before);
            System.out.println("done");
        }
    }

    private static void awaitEnough() {
        try {
            ENOUGH.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(String when, Tasks to) {
        System.out.println(when + ": " + answer(to));
    }

    private static String answer(Tasks to) {
        try {
            return to.submit(() -> "served").orTimeout(60, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            return e.getCause() instanceof CallException remote
                    ? remote.code() + ", " + remote.getMessage()
                    : String.valueOf(e.getCause());
        }
    }
}
