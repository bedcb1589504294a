package dev.wherry.testkit.simulation.world;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.testkit.simulation.world.Journal.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** A thread of a simulated client that makes calls of every kind. */
final class Caller implements Runnable {
    static final ContextKey<String> ORDER = ContextKey.text("order");

    private final String name;
    private final Random random;
    private final Settings settings;
    private final Journal journal;
    private final Host host;
    private final Desk desk;
    private final List<CompletableFuture<?>> open = new ArrayList<>();
    private final List<Desk.Counter> counters = new ArrayList<>();

    Caller(String name, Settings settings, Journal journal, Host host, Desk desk) {
        this.name = name;
        this.settings = settings;
        this.journal = journal;
        this.host = host;
        this.desk = desk;
        random = new Random(settings.random().nextLong());
    }

    @Override
    public void run() {
        for (int i = 0; i < settings.calls(); i++) {
            one();
            Network.sleep(random.nextInt(4) == 0 ? random.nextLong(settings.pause()) : 1);
        }
        for (CompletableFuture<?> each : open) {
            try {
                each.get();
            } catch (ExecutionException e) {
                Network.note(name + " has seen " + e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        counters.forEach(Garbage::drop);
    }

    private void one() {
        Duration timeout = settings.timeout(random);
        switch (random.nextInt(12)) {
            case 0, 1 -> sync("add", timeout, false, call -> with(timeout).add(call.number));
            case 2 -> sync("read", timeout, true, call -> with(timeout).read(call.number, millis()));
            case 3 -> sync("pay", timeout, false, call -> with(timeout).pay(call.number, millis()));
            case 4 -> async("later", timeout, false, call -> with(timeout).later(call.number, random.nextInt(300)));
            case 5 -> note(timeout);
            case 6 -> sync("wait", timeout, false, call -> with(timeout).wait(call.number, millis()));
            case 7 -> copy(timeout);
            case 8 -> ring(timeout);
            case 9 -> count(timeout);
            case 10 -> ordered(timeout);
            default ->
                async("async add", timeout, false, call -> Calls.async(with(timeout), to -> to.add(call.number)));
        }
    }

    private int millis() {
        return random.nextInt(random.nextInt(10) == 0 ? 3_000 : 100);
    }

    private Desk with(Duration timeout) {
        return Calls.with(desk, options(timeout).build());
    }

    private CallOptions.Builder options(Duration timeout) {
        CallOptions.Builder options = CallOptions.builder().timeout(timeout);
        if (settings.waits()) {
            options.waitForReady();
        } else if (settings.failsFast(random)) {
            options.failFast();
        }
        return options;
    }

    private void sync(String kind, Duration timeout, boolean repeatable, Function<Call, Long> made) {
        Call call = journal.begin(kind, host, timeout.toNanos(), repeatable);
        try {
            journal.succeeded(call, made.apply(call) == call.answer());
        } catch (RuntimeException e) {
            journal.failed(call, e);
        }
    }

    private void async(
            String kind, Duration timeout, boolean repeatable, Function<Call, CompletableFuture<Long>> made) {
        Call call = journal.begin(kind, host, timeout.toNanos(), repeatable);
        open.add(made.apply(call).whenComplete((answer, failure) -> {
            if (failure == null) {
                journal.succeeded(call, answer == call.answer());
            } else {
                journal.failed(call, failure instanceof CompletionException e ? e.getCause() : failure);
            }
        }));
    }

    private void note(Duration timeout) {
        Call call = journal.begin("one-way", host, timeout.toNanos(), false);
        try {
            with(timeout).note(call.number);
            journal.sent(call);
        } catch (RuntimeException e) {
            journal.failed(call, e);
        }
    }

    private void copy(Duration timeout) {
        byte[] bytes = new byte[random.nextInt(settings.largest())];
        random.nextBytes(bytes);
        Call call = journal.begin("copy", host, timeout.toNanos(), false);
        try {
            journal.succeeded(call, java.util.Arrays.equals(with(timeout).copy(call.number, bytes), bytes));
        } catch (RuntimeException e) {
            journal.failed(call, e);
        }
    }

    private void ring(Duration timeout) {
        sync("ring", timeout, false, call -> with(timeout).ring(call.number, this::rung, random.nextInt(3)));
    }

    private long rung(int call) {
        journal.ran(call, host.toString());
        return Journal.answerOf(call);
    }

    /** Gets a counter, uses one that it has, or drops one. */
    private void count(Duration timeout) {
        int what = counters.isEmpty() ? 0 : random.nextInt(4);
        if (what == 0) {
            Call call = journal.begin("counter", host, timeout.toNanos(), false);
            try {
                counters.add(with(timeout).counter(call.number));
                journal.succeeded(call, true);
            } catch (RuntimeException e) {
                journal.failed(call, e);
            }
        } else if (what == 1) {
            Garbage.drop(counters.remove(random.nextInt(counters.size())));
        } else {
            Desk.Counter counter = counters.get(random.nextInt(counters.size()));
            sync(
                    "count",
                    timeout,
                    false,
                    call -> Calls.with(counter, CallOptions.ofTimeout(timeout)).next(call.number));
        }
    }

    private void ordered(Duration timeout) {
        Desk inOrder = Calls.with(
                desk, options(timeout).ordered(true).context(ORDER, name).build());
        for (int i = 0; i < 3; i++) {
            async("ordered", timeout, false, call -> Calls.async(inOrder, to -> to.add(call.number)));
        }
    }
}
