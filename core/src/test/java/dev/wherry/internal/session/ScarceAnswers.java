package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.internal.session.UnreadReferencesTest.Depot;
import dev.wherry.internal.session.UnreadReferencesTest.Tick;
import dev.wherry.testsupport.ChildProgram;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;

/** Calls that nobody waits for, in a JVM that has no thread to read their answers. */
final class ScarceAnswers {
    /** More than there is memory for. */
    static final int CARRIERS = 64;

    private static final String ANSWERED = "7";
    private static final String NO_THREAD = "The answer was not taken: no thread could be started for it";

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private ScarceAnswers() {}

    public static void main(String[] address) throws Exception {
        try (Endpoint client = Endpoint.create()) {
            Depot depot = client.lookup(address[0], Depot.class);
            System.out.println("before: " + outcome(Calls.async(depot, Depot::make)));
            // Again and again: a carrier of virtual threads ends if it cannot start another one, and frees its memory.
            Pair.until("an answer finds no thread", () -> findsNoThread(depot));
            System.out.println("an answer found no thread");
            Pair.until("what came with the answers is given back", () -> {
                System.gc(); // of the answers that were taken
                return depot.made() == 0;
            });
            System.out.println("given back");
            ENDED.countDown();
        }
    }

    /** Makes a call when the JVM can start no thread. Returns false if a thread was found. */
    private static boolean findsNoThread(Depot depot) {
        // A spare thread that is idle takes the next answer, and then waits for another one.
        Pair.until("no spare thread is left of the last call", ScarceAnswers::noneIsIdle);
        ChildProgram.startAll(ScarceAnswers::await);
        holdCarriers();
        String outcome = outcome(Calls.async(depot, Depot::make));
        if (!outcome.equals(ANSWERED) && !outcome.equals(NO_THREAD)) {
            System.out.println("unexpected: " + outcome); // here, since a handler of the error may lack memory
            throw new AssertionError(outcome);
        }
        return outcome.equals(NO_THREAD);
    }

    /** So many virtual threads wait that each carrier that comes free, or comes late, carries one of these. */
    private static void holdCarriers() {
        for (int i = 0; i < CARRIERS; i++) {
            try {
                Thread.startVirtualThread(Held::touch);
            } catch (OutOfMemoryError e) {
                // It waits for one that comes free.
            }
        }
    }

    private static boolean noneIsIdle() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("wherry-spare"));
    }

    /** A thread that uses this class holds its carrier until the class is initialized. */
    private static final class Held {
        static {
            await();
        }

        private Held() {}

        static void touch() {}
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
            return e.getCause() instanceof CallException why ? why.getMessage() : String.valueOf(e.getCause());
        }
    }
}
