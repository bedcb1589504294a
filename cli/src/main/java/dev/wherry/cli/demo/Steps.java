package dev.wherry.cli.demo;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.cli.demo.Ferry.Boat;
import dev.wherry.cli.demo.Ferry.SoldOut;
import dev.wherry.cli.demo.Ferry.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The demo's calls, each with the check of its answer. */
public record Steps(Ferry ferry) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);

    /** One kind of call that is shown. */
    public record Step(String title, Check check) {}

    /** Makes calls and checks the answers. */
    @FunctionalInterface
    public interface Check {
        /** Returns a line that says what happened. Throws an exception if an answer is wrong. */
        String run() throws Exception;
    }

    /** Returns the steps in the order in which they are shown. */
    public List<Step> all() {
        return List.of(
                new Step("sync", this::sync),
                new Step("async", this::async),
                new Step("one-way", this::oneWay),
                new Step("callback", this::callback),
                new Step("reference", this::reference),
                new Step("exception", this::exception),
                new Step("deadline", this::deadline),
                new Step("cancel", this::cancel));
    }

    private String sync() throws SoldOut {
        Ticket ticket = ferry.book("Ada", 2);
        expect(ticket.equals(new Ticket("Ada", 2, 500)), "a ticket for 2 seats at 500 pence", ticket);
        return "a record there and back: " + ticket;
    }

    private String async() throws Exception {
        CompletableFuture<Long> declared = ferry.fare(3);
        CompletableFuture<Ticket> made = Calls.async(ferry, f -> book(f, "Grace", 4));
        long fare = declared.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Ticket ticket = made.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        expect(fare == 750 && ticket.pence() == 1_000, "750 and 1000 pence", fare + " and " + ticket);
        return "two calls under way at once: 750 and 1000 pence";
    }

    private static Ticket book(Ferry ferry, String passenger, int seats) {
        try {
            return ferry.book(passenger, seats);
        } catch (SoldOut e) {
            throw new IllegalStateException(e);
        }
    }

    private String oneWay() throws InterruptedException {
        ferry.note("cast off");
        Calls.with(ferry, CallOptions.ofDelivery(Delivery.ACCEPTED)).note("under way");
        await(() -> ferry.log().size() == 2, "both entries in the log");
        List<String> log = ferry.log().stream().sorted().toList();
        expect(log.equals(List.of("cast off", "under way")), "'cast off' and 'under way'", log);
        return "nobody waited, and the log has both entries";
    }

    private String callback() {
        List<String> piers = List.of("Greenwich", "Tower", "Westminster");
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        int aboard = ferry.cross(piers, pier -> {
            seen.add(pier);
            return pier.length();
        });
        expect(aboard == 25 && seen.equals(piers), "25 people from 3 piers", aboard + " from " + seen);
        return "the server called back 3 times while we waited: " + seen;
    }

    private String reference() {
        Boat boat = ferry.boat("Wherry");
        int crates = boat.load(3) + boat.load(4);
        expect(crates == 3 + 7, "3 and then 7 crates", crates);
        expect(Calls.isStub(boat) && boat.equals(ferry.boat("Wherry")), "equal stubs of one boat", boat);
        expect(ferry.owns(boat), "the server's own object when the stub comes home", "another one");
        Calls.release(boat);
        return "an object of the server, called twice, sent home, released";
    }

    private String exception() throws SoldOut {
        try {
            ferry.book("everybody", 31);
            throw new AssertionError("31 seats were booked, and there are 30");
        } catch (SoldOut soldOut) {
            expect(soldOut.left() == 30, "30 seats left", soldOut.left());
        }
        try {
            ferry.springALeak();
            throw new AssertionError("the leak was not reported");
        } catch (CallException unknown) {
            String remoteClass = String.valueOf(unknown.remoteClass());
            expect(
                    unknown.code() == Code.INTERNAL && remoteClass.endsWith("Leak") && unknown.id() != null,
                    "the class and the id of what the server threw",
                    unknown);
        }
        return "the declared one arrived as itself, the server's private one by name and id";
    }

    private String deadline() throws InterruptedException {
        int begun = ferry.waits();
        int before = ferry.interruptedWaits();
        Duration limit = SHORT;
        giveUpAfter(limit);
        // A busy server may not have begun the call in time. Then the step is repeated with a longer limit.
        while (ferry.waits() == begun) {
            limit = limit.multipliedBy(2);
            expect(limit.compareTo(PATIENCE) < 0, "the server's thread waiting", "a server that never begins");
            giveUpAfter(limit);
        }
        await(() -> ferry.interruptedWaits() > before, "the server's thread interrupted");
        return "given up after " + limit.toMillis() + " ms, and the server's thread was interrupted";
    }

    private void giveUpAfter(Duration limit) throws InterruptedException {
        try {
            Calls.with(ferry, CallOptions.ofTimeout(limit)).awaitTide();
            throw new AssertionError("a minute's wait came back within " + limit.toMillis() + " ms");
        } catch (CallException late) {
            expect(late.code() == Code.DEADLINE_EXCEEDED, Code.DEADLINE_EXCEEDED, late);
        }
    }

    private String cancel() throws InterruptedException {
        int begun = ferry.waits();
        int before = ferry.interruptedWaits();
        CompletableFuture<?> waiting = Calls.asyncRun(ferry, Steps::awaitTide);
        await(() -> ferry.waits() > begun, "the server's thread waiting");
        waiting.cancel(true);
        expect(waiting.isCancelled(), "a cancelled call", waiting);
        await(() -> ferry.interruptedWaits() > before, "the server's thread interrupted");
        return "cancelled here, interrupted there";
    }

    private static void awaitTide(Ferry ferry) {
        try {
            ferry.awaitTide();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("expected " + what + " within " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(10);
        }
    }

    private static void expect(boolean holds, Object expected, Object found) {
        if (!holds) {
            throw new AssertionError("expected " + expected + ", got " + found);
        }
    }
}
