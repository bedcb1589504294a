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

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private ScarceAnswers() {}

    public static void main(String[] address) throws Exception {
        try (Endpoint client = Endpoint.create()) {
            Depot depot = client.lookup(address[0], Depot.class);
            System.out.println("before: " + outcome(Calls.async(depot, Depot::make)));
            Pair.until("no spare thread is left of that call", ScarceAnswers::noneIsIdle);
            Pair.until("an answer finds no thread", () -> {
                // Again and again: a carrier of virtual threads ends if it cannot start
                // another one, and frees its memory.
                ChildProgram.startAll(ScarceAnswers::await);
                holdCarriers();
                return outcome(Calls.async(depot, Depot::make))
                        .equals("The answer was not taken: no thread could be started for it");
            });
            System.out.println("an answer found no thread");
            Pair.until("what came with the answers is given back", () -> {
                System.gc(); // of the first one
                return depot.made() == 0;
            });
            System.out.println("given back");
            ENDED.countDown();
        }
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
