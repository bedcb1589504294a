package dev.wherry.testkit.simulation.world;

import dev.wherry.CallException;
import dev.wherry.CallException.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls that callers have made, how they ended, and what has run. At the end both are compared. */
final class Journal {
    /** The time after its deadline by which a call must have ended. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(500);

    /** One call. */
    static final class Call {
        final int number;
        final String kind;
        private final Host host;
        private final long deadline;
        private final boolean repeatable;
        private int runs;
        private @Nullable String end;
        private @Nullable Throwable failure;

        private Call(int number, String kind, Host host, long deadline, boolean repeatable) {
            this.number = number;
            this.kind = kind;
            this.host = host;
            this.deadline = deadline;
            this.repeatable = repeatable;
        }

        long answer() {
            return answerOf(number);
        }

        @Override
        public String toString() {
            return "call " + number + " (" + kind + ") of " + host;
        }
    }

    // Guarded by this.
    private final List<Call> calls = new ArrayList<>();
    private final Map<String, List<Integer>> ordered = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    static long answerOf(int call) {
        return call * 31L + 7;
    }

    synchronized Call begin(String kind, Host host, long nanos, boolean repeatable) {
        Call call = new Call(calls.size(), kind, host, System.nanoTime() + nanos, repeatable);
        calls.add(call);
        Network.note(call + " begins, with " + nanos / 1_000_000 + " ms");
        return call;
    }

    /** Called by the method of a call when it begins. */
    synchronized void ran(int number, String where) {
        Call call = calls.get(number);
        call.runs++;
        Network.note(call + " runs at " + where);
        if (call.runs > 1 && !call.repeatable) {
            wrong(call + " ran again");
        }
    }

    /** Called by the method of an ordered call. */
    synchronized void ranInOrder(String order, int number) {
        List<Integer> before = ordered.computeIfAbsent(order, none -> new ArrayList<>());
        if (!before.isEmpty() && before.getLast() > number) {
            wrong(calls.get(number) + " ran after call " + before.getLast() + " of the same order");
        }
        before.add(number);
    }

    synchronized void succeeded(Call call, boolean right) {
        ended(call, "succeeds");
        if (!right) {
            wrong(call + " has a wrong answer");
        }
        if (call.runs == 0) {
            wrong(call + " has succeeded but has not run");
        }
    }

    /** Called when a call without an answer was passed on. */
    synchronized void sent(Call call) {
        ended(call, "is sent");
    }

    synchronized void failed(Call call, Throwable failure) {
        call.failure = failure;
        ended(call, "fails: " + failure);
        if (!(failure instanceof CallException)) {
            wrong(call + " has failed by " + failure);
        }
    }

    private void ended(Call call, String how) {
        Network.note(call + " " + how);
        if (call.end != null) {
            wrong(call + " has ended twice: " + call.end + ", then " + how);
        }
        call.end = how;
        long late = System.nanoTime() - call.deadline;
        if (late > GRACE) {
            wrong(call + " has ended " + late / 1_000_000 + " ms after its deadline");
        }
    }

    synchronized void wrong(String what) {
        Network.note("WRONG: " + what);
        wrong.add(what);
    }

    /** Returns what was wrong until now. */
    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** @param allSucceed whether nothing has happened that lets a call fail */
    synchronized void checkEnd(boolean allSucceed) {
        for (Call call : calls) {
            if (call.end == null && call.host.isUp()) {
                wrong(call + " has not ended");
            }
            if (call.failure instanceof CallException e && e.outcome() == Outcome.NOT_RUN && call.runs > 0) {
                wrong(call + " has run, but its failure says that it has not: " + e);
            }
            if (allSucceed && call.failure != null) {
                wrong(call + " has failed though it need not: " + call.failure);
            }
            if (allSucceed && call.runs == 0) {
                wrong(call + " has not run");
            }
        }
    }

    synchronized Map<String, Object> counts() {
        Map<String, Object> counts = new HashMap<>();
        counts.put("calls", (long) calls.size());
        counts.put("failed", calls.stream().filter(each -> each.failure != null).count());
        return counts;
    }
}
