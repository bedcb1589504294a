package dev.wherry.dds.rpc;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.testsupport.Domains;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** What the tests of calls serve and call, in domains that work on this machine alone. */
@NullMarked
public final class Services {
    private Services() {}

    /** An exception that a method declares. */
    public static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;

        final long missing;

        public Overdrawn(@Nullable String message, long missing) {
            super(message);
            this.missing = missing;
        }
    }

    /** A value. */
    public record Entry(String text, long amount, List<String> tags) {}

    /** What DDS cannot pass. */
    @ByReference
    public interface Watcher {
        void seen();
    }

    /** Methods of all styles. */
    public interface Account {
        long deposit(long amount);

        Entry echo(Entry entry);

        @Nullable
        String orNull(@Nullable String text);

        CompletableFuture<String> later(String text);

        CompletionStage<Long> withdrawLater(long amount);

        void withdraw(long amount) throws Overdrawn;

        String fail(String text);

        @OneWay
        void note(String text);

        long hold();

        /** Cannot be called over DDS. */
        long read(Watcher watcher);
    }

    /** Another interface. */
    public interface Clock {
        long now();
    }

    /** Serves accounts. */
    public static class Ledger implements Account {
        public final AtomicInteger deposits = new AtomicInteger();
        public final AtomicInteger notes = new AtomicInteger();
        public final AtomicInteger holds = new AtomicInteger();
        public final Semaphore held = new Semaphore(0);
        public final CountDownLatch holding = new CountDownLatch(1);

        @Override
        public long deposit(long amount) {
            deposits.incrementAndGet();
            return amount + 1;
        }

        @Override
        public Entry echo(Entry entry) {
            return entry;
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
        public CompletionStage<Long> withdrawLater(long amount) {
            return CompletableFuture.failedFuture(new IllegalStateException("no"));
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
            notes.incrementAndGet();
        }

        @Override
        public long hold() {
            holding.countDown();
            held.acquireUninterruptibly();
            return holds.incrementAndGet();
        }

        @Override
        public long read(Watcher watcher) {
            return 0;
        }
    }

    /** Returns a domain that tests in other processes hardly use at the same time. Skips the test where there is no library. */
    public static int domain() {
        try {
            CycloneEngine.load();
        } catch (DdsException e) {
            Assumptions.assumeTrue("true".equals(System.getenv("CI")), e.getMessage());
            throw e;
        }
        return Domains.any();
    }

    /** Returns a domain of a class that counts all participants, by {@link Domains#ofClass}. Skips the test where there is no library. */
    public static int domainOfClass(int number) {
        domain();
        return Domains.ofClass(number);
    }

    /** Returns a name that no other test uses. */
    public static String name() {
        return Domains.name("bank");
    }

    /** Returns options for loopback, and long time limits. */
    public static DdsOptions.Builder dds() {
        return DdsOptions.builder()
                .loopback()
                .findTimeout(Duration.ofSeconds(60))
                .writeTimeout(Duration.ofSeconds(20));
    }

    public static EndpointOptions options(DdsOptions.Builder dds) {
        return options(dds, EndpointOptions.defaults().drain());
    }

    static EndpointOptions options(DdsOptions.Builder dds, Duration drain) {
        return EndpointOptions.builder()
                .with(dds.build())
                .timeout(Duration.ofSeconds(60))
                .drain(drain)
                .build();
    }

    /** Returns an endpoint with options for loopback. */
    public static Endpoint endpoint() {
        return Endpoint.create(options(dds()));
    }
}
