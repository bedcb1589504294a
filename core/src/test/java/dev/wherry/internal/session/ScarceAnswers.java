package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.internal.session.UnreadReferencesTest.Depot;
import dev.wherry.internal.session.UnreadReferencesTest.Tick;
import dev.wherry.testsupport.ChildProgram;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls that nobody waits for, in a JVM that has no thread to read their answers. */
final class ScarceAnswers {
    /** More than there is memory for. */
    static final int CARRIERS = 64;

    private static final String ANSWERED = "7";
    private static final String NO_THREAD = "The answer was not taken: no thread could be started for it";

    /** The answer waits for a carrier that comes free. */
    private static final String WAITS = "waits";

    static final String FOUND = "an answer found no thread";
    /** The program could not bring about that an answer finds no thread: then it shows nothing. */
    static final String NOT_SHOWN = "each answer found a thread, or waits for one";

    private static final int ATTEMPT_SECONDS = 10;

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private ScarceAnswers() {}

    public static void main(String[] address) throws Exception {
        try (Endpoint client = Endpoint.create()) {
            Depot depot = client.lookup(address[0], Depot.class);
            System.out.println("before: " + outcome(Calls.async(depot, Depot::make)));
            // Again and again: a carrier of virtual threads ends if it cannot start another one, and frees its memory.
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ATTEMPT_SECONDS);
            while (!findsNoThread(depot)) {
                if (System.nanoTime() - end > 0) {
                    end(NOT_SHOWN);
                }
            }
            System.out.println(FOUND);
            ENDED.countDown(); // a virtual thread that has begun to take an answer may wait for a carrier
            Pair.until("what came with the answers is given back", () -> {
                System.gc(); // of the answers that were taken
                return depot.made() == 0;
            });
            System.out.println("given back");
        }
    }

    /** Makes a call when the JVM can start no thread. Returns false if a thread was found. */
    private static boolean findsNoThread(Depot depot) throws InterruptedException {
        // A spare thread that is idle takes the next answer, and then waits for another one.
        Pair.until("no spare thread is left of the last call", ScarceAnswers::noneIsIdle);
        ChildProgram.startAll(ScarceAnswers::await);
        holdCarriers();
        String outcome = outcome(Calls.async(depot, Depot::make));
        if (outcome.equals(WAITS)) {
            end(NOT_SHOWN);
        }
        if (!outcome.equals(ANSWERED) && !outcome.equals(NO_THREAD)) {
            end("unexpected: " + outcome);
        }
        return outcome.equals(NO_THREAD);
    }

    /** Ends the program without an exception, whose handler may lack memory. */
    private static void end(String reason) {
        System.out.println(reason);
        Runtime.getRuntime().halt(1);
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

    private static String outcome(CompletableFuture<Tick> made) throws InterruptedException {
        try {
            Tick tick = made.get(ATTEMPT_SECONDS, TimeUnit.SECONDS);
            String answered = String.valueOf(tick.tick());
            // A virtual thread that another thread overtook may stay queued for ever in a JVM that has failed to start
            // a
            // carrier, and it refers to the answer.
            Calls.release(tick);
            return answered;
        } catch (TimeoutException e) {
            return WAITS;
        } catch (ExecutionException e) {
            return e.getCause() instanceof CallException why ? why.getMessage() : String.valueOf(e.getCause());
        }
    }
}
