package dev.wherry.examples;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Timeout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Failures as the caller sees them, deadlines and cancelling.
 *
 * <p>An exception that the method declares, that the JDK defines or that is registered arrives as itself. Anything else
 * arrives as a CallException that names its class and an id under which the server has logged it. Every call has a
 * deadline: 30 seconds by default. At the deadline, and when a future is cancelled, the thread that
 * runs the method is interrupted.
 */
public final class Example05Failures {
    // @start region=types
    public interface Kitchen {
        String cook(String dish) throws BurntException;

        @Timeout(millis = 60_000)
        void simmer() throws InterruptedException;
    }

    public static final class BurntException extends Exception {
        private static final long serialVersionUID = 1;
        private final int minutes;

        public BurntException(int minutes) {
            super("burnt after " + minutes + " minutes");
            this.minutes = minutes;
        }

        public int minutes() {
            return minutes;
        }
    }
    // @end

    /** Known to the server alone. */
    private static final class GasLeak extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class Cook implements Kitchen {
        private final CountDownLatch simmering;
        private final CountDownLatch interrupted;

        Cook(CountDownLatch simmering, CountDownLatch interrupted) {
            this.simmering = simmering;
            this.interrupted = interrupted;
        }

        @Override
        public String cook(String dish) throws BurntException {
            return switch (dish) {
                case "toast" -> throw new BurntException(4);
                case "flambé" -> throw new GasLeak();
                default -> dish + ", done";
            };
        }

        @Override
        public void simmer() throws InterruptedException {
            simmering.countDown();
            try {
                Thread.sleep(Duration.ofHours(1));
            } finally {
                interrupted.countDown();
            }
        }
    }

    private Example05Failures() {}

    public static void main(String... arguments) throws InterruptedException {
        CountDownLatch simmering = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        try (var server = Endpoint.listen("tcp://127.0.0.1:0");
                var client = Endpoint.create()) {
            server.bind("kitchen", Kitchen.class, new Cook(simmering, interrupted));
            Kitchen kitchen = client.lookup(server.address() + "/kitchen", Kitchen.class);

            // @start region=declared
            try {
                kitchen.cook("toast");
            } catch (BurntException burnt) {
                System.out.println("as itself: " + burnt.minutes() + " minutes");
            }
            // @end

            // @start region=unknown
            try {
                kitchen.cook("flambé");
            } catch (BurntException burnt) {
                System.out.println("as itself: " + burnt.minutes() + " minutes");
            } catch (CallException e) {
                System.out.println(e.code() + ": " + e.remoteClass());
            }
            // @end

            // @start region=deadline
            try {
                Calls.with(kitchen, CallOptions.ofTimeout(Duration.ofSeconds(1)))
                        .simmer();
            } catch (CallException e) {
                System.out.println(e.code());
            }
            // @end

            // @start region=async
            CompletableFuture<?> simmer = Calls.asyncRun(kitchen, Example05Failures::simmer);
            // @end
            simmering.await();
            // @start region=cancel
            simmer.cancel(true);
            // @end
            System.out.println("both interrupted: " + interrupted.await(10, TimeUnit.SECONDS));
        }
    }

    private static void simmer(Kitchen kitchen) {
        try {
            kitchen.simmer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
