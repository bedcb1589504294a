package dev.wherry.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Peer;
import dev.wherry.RemoteException;
import dev.wherry.Tasks;
import dev.wherry.mobility.MobilityPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Both ends of a connection in a JVM that can start a few threads. */
final class ScarceThreads {
    private static final AtomicInteger FIRED = new AtomicInteger();
    private static final int MANY = 20_000; // more than a session takes in at a time

    private ScarceThreads() {}

    public static void main(String[] none) throws Exception {
        try (HostAndClient ends = new HostAndClient(MobilityPolicy.acceptAnyone())) {
            Peer peer = ends.peer();
            Tasks inOrder = peer.with(CallOptions.none().inOrder());
            say("before", peer);
            say("before, in order", inOrder);
            CountDownLatch enough = new CountDownLatch(1);
            List<Thread> others = startAll(enough);
            say("without threads", peer);
            say("without threads, in order", inOrder);
            for (int i = 0; i < MANY; i++) {
                peer.fireAndForget(() -> FIRED.incrementAndGet());
            }
            enough.countDown();
            for (Thread other : others) {
                other.join();
            }
            say("afterwards", peer);
            say("afterwards, in order", inOrder);
            int before = FIRED.get();
            peer.fireAndForget(() -> FIRED.incrementAndGet());
            Hosts.await("a task that was fired", () -> FIRED.get() > before);
            System.out.println("done");
        }
    }

    private static List<Thread> startAll(CountDownLatch enough) {
        List<Thread> all = new ArrayList<>();
        try {
            while (true) {
                all.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        enough.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
        } catch (OutOfMemoryError e) {
            return all;
        }
    }

    private static void say(String when, Tasks to) throws Exception {
        try {
            System.out.println(when + ": " + to.submit(() -> "served").get(60, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            System.out.println(when + ": "
                    + (e.getCause() instanceof RemoteException remote
                            ? remote.code() + ", " + remote.getMessage()
                            : e.getCause()));
        }
    }
}
