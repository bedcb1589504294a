package dev.wherry.internal.session;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.RemoteException;
import dev.wherry.internal.session.UnreadReferencesTest.Depot;
import dev.wherry.internal.session.UnreadReferencesTest.Tick;
import dev.wherry.transport.memory.ChildProgram;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;

/** Calls that nobody waits for, in a JVM that has no thread to read their answers. */
final class ScarceAnswers {
    private static final CountDownLatch ENDED = new CountDownLatch(1);
    private static volatile boolean ended;

    private ScarceAnswers() {}

    public static void main(String[] address) throws Exception {
        try (Endpoint client = Endpoint.create()) {
            Depot depot = client.lookup(address[0], Depot.class);
            System.out.println("before: " + outcome(Calls.async(depot, Depot::make)));
            ChildProgram.startAll(ScarceAnswers::await);
            keepThoseBusyThatCarryVirtualThreads();
            System.out.println("without threads: " + outcome(Calls.async(depot, Depot::make)));
            Pair.until("what came with the answers is given back", () -> {
                System.gc(); // of the first one
                return depot.made() == 0;
            });
            System.out.println("given back");
            ended = true;
            ENDED.countDown();
        }
    }

    private static void keepThoseBusyThatCarryVirtualThreads() {
        try {
            while (true) {
                Thread.startVirtualThread(() -> {
                    while (!ended) {
                        Thread.onSpinWait();
                    }
                });
            }
        } catch (OutOfMemoryError e) {
            // There is none left that is idle, and there can be no other.
        }
    }

    private static void await() {
        try {
            ENDED.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String outcome(CompletableFuture<Tick> made) {
        try {
            return String.valueOf(made.join().tick());
        } catch (CompletionException e) {
            return e.getCause() instanceof RemoteException why ? why.getMessage() : String.valueOf(e.getCause());
        }
    }
}
