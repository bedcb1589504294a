package dev.wherry.dds.fast;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Engines;
import dev.wherry.testsupport.Domains;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A service of the tests, with its types, in domains that work on this machine alone. */
@NullMarked
public interface Bank {
    /** The names of the engines. */
    String FAST = "fast-dds";

    /** A value. */
    record Order(String text, long amount, double rate, List<String> tags, Kind kind, Map<String, Integer> counts) {}

    /** A choice. */
    enum Kind {
        SMALL,
        LARGE
    }

    /** A choice of classes. */
    sealed interface Shape {}

    /** One class. */
    record Circle(int radius) implements Shape {}

    /** Another class. */
    record Line(long from, long to) implements Shape {}

    /** An exception that a method declares. */
    final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;

        final long missing;

        public Overdrawn(@Nullable String message, long missing) {
            super(message);
            this.missing = missing;
        }
    }

    Order echo(Order order);

    Shape shape(Shape shape);

    byte[] bytes(byte[] bytes);

    @Nullable
    String orNull(@Nullable String text);

    CompletableFuture<String> later(String text);

    void withdraw(long amount) throws Overdrawn;

    String fail(String text);

    @OneWay
    void note(String text);

    /** Serves. */
    class Ledger implements Bank {
        final Queue<String> notes = new ConcurrentLinkedQueue<>();

        @Override
        public Order echo(Order order) {
            return order;
        }

        @Override
        public Shape shape(Shape shape) {
            return shape;
        }

        @Override
        public byte[] bytes(byte[] bytes) {
            return bytes;
        }

        @Override
        public @Nullable String orNull(@Nullable String text) {
            return text;
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.supplyAsync(() -> text + "!");
        }

        @Override
        public void withdraw(long amount) throws Overdrawn {
            if (amount > 10) {
                throw new Overdrawn("too much", amount - 10);
            }
        }

        @Override
        public String fail(String text) {
            throw new IllegalStateException(text);
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }
    }

    /** Returns an engine. Skips the test where it has no library, except in CI. */
    static Engine engine(String name) {
        try {
            return Engines.load(name);
        } catch (DdsException e) {
            Assumptions.assumeTrue("true".equals(System.getenv("CI")), e.getMessage());
            throw e;
        }
    }

    /** Returns a domain that tests in other processes hardly use at the same time. */
    static int domain() {
        engine(FAST);
        engine(DdsOptions.CYCLONE);
        return Domains.any();
    }

    /** Returns a name that no other test uses. */
    static String name() {
        return Domains.name("bank");
    }

    /** Returns options for loopback, XCDR1 and long time limits. */
    static DdsOptions.Builder dds(String engine) {
        return DdsOptions.builder()
                .engine(engine)
                .xcdr1()
                .loopback()
                .findTimeout(Duration.ofSeconds(60))
                .writeTimeout(Duration.ofSeconds(20));
    }

    /** Returns an endpoint with these options. */
    static Endpoint endpoint(DdsOptions.Builder dds) {
        return Endpoint.create(EndpointOptions.builder()
                .with(dds.build())
                .timeout(Duration.ofSeconds(60))
                .build());
    }
}
