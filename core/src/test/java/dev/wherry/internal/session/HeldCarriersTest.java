package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Methods, and what depends on futures, do not keep other calls back if they hold all carriers of virtual threads. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public final class HeldCarriersTest {
    private static final int MANY = 2 * Runtime.getRuntime().availableProcessors() + 1;
    private static final CallOptions PATIENT = CallOptions.ofTimeout(Duration.ofMinutes(2));

    public interface Busy {
        void hold();

        String echo(String text);

        boolean awaitInterrupt();

        void awaitStart();
    }

    enum How {
        COMPUTING,
        PINNED
    }

    private static final class Served implements Busy {
        final How how;
        final AtomicInteger holding = new AtomicInteger();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final CountDownLatch started = new CountDownLatch(1);

        Served(How how) {
            this.how = how;
        }

        @Override
        public void hold() {
            holding.incrementAndGet();
            if (how == How.COMPUTING) {
                while (Gate.released.getCount() > 0) {
                    Thread.onSpinWait();
                }
            } else {
                waitPinned();
            }
        }

        @Override
        public String echo(String text) {
            return text;
        }

        @Override
        public boolean awaitInterrupt() {
            entered.countDown();
            try {
                Gate.released.await();
                return false;
            } catch (InterruptedException e) {
                interrupted.countDown();
                return true;
            }
        }

        @Override
        public void awaitStart() {
            try {
                started.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A virtual thread that waits in a class initializer keeps its carrier: of a class of its own each time. */
    private static void waitPinned() {
        try {
            Class.forName(Waiting.class.getName(), true, new Loader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits as it is initialized. Public, as is what it waits for: it is loaded by another loader. */
    public static final class Waiting {
        static {
            Gate.await();
        }

        private Waiting() {}
    }

    /** Open once the carriers are to be free again. */
    public static final class Gate {
        static volatile CountDownLatch released = new CountDownLatch(0);

        private Gate() {}

        /** Waits until it is open. */
        public static void await() {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(HeldCarriersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Waiting.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (var in = HeldCarriersTest.class.getResourceAsStream("HeldCarriersTest$Waiting.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, HeldCarriersTest.class.getProtectionDomain());
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesOtherCallsCancelsAndNewClientsServed(How how) throws Exception {
        Gate.released = new CountDownLatch(1);
        Served served = new Served(how);
        List<CompletableFuture<?>> holding = new ArrayList<>();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint first = Endpoint.create();
                Endpoint late =
                        Endpoint.create(EndpointOptions.builder().lanes(0).build())) {
            try {
                server.bind("busy", Busy.class, served);
                String address = server.address() + "/busy";
                Busy busy = Calls.with(first.lookup(address, Busy.class), PATIENT);
                for (int i = 0; i < MANY; i++) {
                    holding.add(Calls.asyncRun(busy, Busy::hold));
                }
                Pair.until("all hold a thread", () -> served.holding.get() == MANY);
                assertThat(late.lookup(address, Busy.class).echo("new client")).isEqualTo("new client");
                assertThat(Calls.async(busy, each -> each.echo("by main")).get(60, TimeUnit.SECONDS))
                        .isEqualTo("by main");
                CompletableFuture<Boolean> cancelled = Calls.async(busy, Busy::awaitInterrupt);
                assertThat(served.entered.await(60, TimeUnit.SECONDS)).isTrue();
                cancelled.cancel(true);
                assertThat(served.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
                Gate.released.countDown();
                for (CompletableFuture<?> each : holding) {
                    each.get(60, TimeUnit.SECONDS);
                }
                assertThat(Calls.async(busy, each -> each.echo("afterwards")).get(60, TimeUnit.SECONDS))
                        .isEqualTo("afterwards");
            } finally {
                Gate.released.countDown();
            }
        }
    }

    @Test
    void leaveTheFuturesOfOthersCompleted() throws Exception {
        Gate.released = new CountDownLatch(1);
        Served served = new Served(How.COMPUTING);
        List<CompletableFuture<?>> holding = new ArrayList<>();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            try {
                server.bind("busy", Busy.class, served);
                Busy busy = Calls.with(client.lookup(server.address() + "/busy", Busy.class), PATIENT);
                for (int i = 0; i < MANY; i++) {
                    holding.add(Calls.asyncRun(busy, Busy::awaitStart).thenRun(served::hold));
                }
                served.started.countDown();
                Pair.until("all hold a thread", () -> served.holding.get() == MANY);
                assertThat(Calls.async(busy, each -> each.echo("second")).get(60, TimeUnit.SECONDS))
                        .isEqualTo("second");
                Gate.released.countDown();
                for (CompletableFuture<?> each : holding) {
                    each.get(60, TimeUnit.SECONDS);
                }
            } finally {
                Gate.released.countDown();
            }
        }
    }
}
