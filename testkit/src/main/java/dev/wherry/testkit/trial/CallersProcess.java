package dev.wherry.testkit.trial;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.trial.Ledger.Ending;
import dev.wherry.testkit.trial.Ledger.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * The client of a trial, in a process of its own. Half of its callers are platform threads, whose calls use lanes, half are
 * virtual threads, whose calls use the main link. Each calls in all styles, and records how each call ended.
 */
public final class CallersProcess {
    /** The callers of a client. */
    public static final int CALLERS = 8;

    /** The calls of one caller that are in flight at once, where a style has more than one. */
    private static final int BATCH = 4;

    private final Ledger ledger;
    private final Desk desk;
    private final Desk ordered;
    private final Random random;
    private final long caller;
    private int number;

    private CallersProcess(Ledger ledger, Desk desk, long seed, long caller) {
        this.ledger = ledger;
        this.desk = desk;
        ordered = Calls.with(desk, CallOptions.builder().ordered(true).build());
        random = new Random(seed + caller);
        this.caller = caller;
    }

    /**
     * How a client calls.
     *
     * @param lanes the most lanes, 0 for the main link alone
     * @param memory whether lanes may use shared memory
     * @param timeout the deadline of each call
     */
    public record Style(int lanes, boolean memory, Duration timeout) {}

    /** Returns how many calls of all callers may be in flight. */
    public static int mostInFlight() {
        return CALLERS * BATCH;
    }

    /**
     * Returns the arguments of the JVM.
     *
     * @param round differs between the clients of a trial
     * @param servers the addresses, among which callers are divided
     */
    static List<String> arguments(
            Ledger.Place ledger, Duration heartbeat, Style style, long seed, int round, List<String> servers) {
        List<String> more = new ArrayList<>(List.of(
                String.valueOf(style.lanes),
                String.valueOf(style.memory),
                style.timeout.toString(),
                String.valueOf(seed),
                String.valueOf(round)));
        more.addAll(servers);
        return DeskProcess.arguments(CallersProcess.class, ledger, heartbeat, more);
    }

    public static void main(String[] words) throws Exception {
        Ledger ledger = Ledger.Place.of(words).open();
        EndpointOptions options = EndpointOptions.builder()
                .lanes(Integer.parseInt(words[3]))
                .sharedMemory(Boolean.parseBoolean(words[4]))
                .timeout(Duration.parse(words[5]))
                .heartbeat(Duration.parse(words[2]))
                .build();
        long seed = Long.parseLong(words[6]);
        int round = Integer.parseInt(words[7]);
        List<String> servers = Arrays.asList(words).subList(8, words.length);
        try (Endpoint client = Endpoint.create(options)) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                String server = servers.get(i % servers.size());
                String uri = server + (server.startsWith("tcp") ? "/desk" : "#desk");
                Desk desk = Calls.with(
                        client.lookupLazily(uri, Desk.class),
                        CallOptions.builder().waitForReady().build());
                CallersProcess each = new CallersProcess(ledger, desk, seed, (long) round * CALLERS + i);
                Thread.Builder builder = i / 2 % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                callers.add(builder.name("caller-" + i).start(each::callUntilStopped));
            }
            System.out.println("calling");
            Vitals.sampleFor(ledger, 1, client);
            for (Thread each : callers) {
                each.join();
            }
        }
        System.exit(0);
    }

    private void callUntilStopped() {
        Kind[] kinds = Kind.values();
        while (call(kinds[random.nextInt(kinds.length)])) {
            // the next
        }
    }

    /** Makes the calls of one turn. Returns false when the trial stops. */
    private boolean call(Kind kind) {
        return switch (kind) {
            case RUN -> one(kind, desk::run);
            case BLOCK -> one(kind, this::block);
            case REPEAT -> one(kind, desk::repeat);
            case ONCE -> one(kind, desk::once);
            case SEND ->
                one(kind, id -> {
                    desk.send(id);
                    return Desk.answer(id);
                });
            case ACCEPT ->
                one(kind, id -> {
                    desk.accept(id);
                    return Desk.answer(id);
                });
            case CALL_BACK -> one(kind, id -> desk.callBack(id, this::back));
            case FUTURE -> batch(kind, id -> Calls.async(desk, each -> each.run(id)));
            case ORDER ->
                batch(kind, id -> {
                    int next = number++;
                    return Calls.async(ordered, each -> each.order(id, caller, next));
                });
        };
    }

    private long block(int id) {
        try {
            return desk.block(id);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a caller", e);
        }
    }

    private long back(int id) {
        ledger.calledBack(id);
        return Desk.answer(id);
    }

    private interface Call<T> {
        T of(int id);
    }

    private boolean one(Kind kind, Call<Long> call) {
        int id = ledger.take();
        if (id < 0) {
            return false;
        }
        ledger.started(id, kind, (int) (caller % CALLERS));
        end(id, System.nanoTime(), () -> call.of(id));
        return true;
    }

    private boolean batch(Kind kind, Call<CompletableFuture<Long>> call) {
        List<Runnable> ends = new ArrayList<>();
        for (int id = ledger.take(); id >= 0; id = ends.size() < BATCH ? ledger.tryTake() : -1) {
            int each = id;
            ledger.started(each, kind, (int) (caller % CALLERS));
            long start = System.nanoTime();
            CompletableFuture<Long> future = call.of(each);
            ends.add(() -> end(each, start, future::join));
        }
        ends.forEach(Runnable::run);
        return !ends.isEmpty();
    }

    private void end(int id, long start, LongSupplier answer) {
        Ending ending;
        try {
            ending = answer.getAsLong() == Desk.answer(id) ? Ending.RETURNED : Ending.WRONG;
        } catch (CompletionException e) {
            ending = ending(id, Objects.requireNonNull(e.getCause()));
        } catch (RuntimeException e) {
            ending = ending(id, e);
        }
        ledger.ended(id, ending, System.nanoTime() - start);
    }

    private static Ending ending(int id, Throwable failure) {
        if (failure instanceof CallException typed) {
            // Its other fields explain a failure of the trial.
            System.out.println("call " + id + ": " + typed.code() + " " + typed.outcome() + ": " + typed.getMessage());
            return switch (typed.outcome()) {
                case NOT_RUN -> Ending.NOT_RUN;
                case RAN -> Ending.RAN;
                case UNKNOWN -> Ending.UNKNOWN;
            };
        }
        System.out.println("call " + id + ": " + failure);
        return Ending.UNTYPED;
    }
}
