package dev.wherry.testkit.trial;

import dev.wherry.testkit.trial.Ledger.Ending;
import dev.wherry.testkit.trial.Ledger.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a trial, joined from both sides.
 *
 * @param endings how many calls ended in which way
 * @param violations the calls whose two sides contradict each other or a promise, each as a line
 * @param ranUnknown how many calls with an unknown outcome had run
 * @param inversions how many ordered calls ran before an earlier call of their caller, in one session
 */
public record Verdict(Map<Ending, Integer> endings, List<String> violations, int ranUnknown, int inversions) {
    /**
     * Joins.
     *
     * @param killed whether servers were killed, so that a call that was accepted need not have run
     */
    static Verdict of(Ledger ledger, boolean killed) {
        Map<Ending, Integer> endings = new EnumMap<>(Ending.class);
        List<String> violations = new ArrayList<>();
        int ranUnknown = 0;
        for (int id = 0; id < ledger.allowed(); id++) {
            Ending ending = ledger.ending(id);
            endings.merge(ending, 1, Integer::sum);
            String wrong = violation(ledger, id, killed);
            if (wrong != null) {
                violations.add("call " + id + " (" + ledger.kind(id) + ", " + ending + ", run " + ledger.runs(id)
                        + " times): " + wrong);
            }
            ranUnknown += ending == Ending.UNKNOWN && ledger.runs(id) > 0 ? 1 : 0;
        }
        return new Verdict(endings, violations, ranUnknown, ledger.inversions());
    }

    private static @Nullable String violation(Ledger ledger, int id, boolean killed) {
        Kind kind = ledger.kind(id);
        int runs = ledger.runs(id);
        boolean mayHaveRun = kind == Kind.SEND || (kind == Kind.ACCEPT && killed);
        if (runs > 1 && kind != Kind.REPEAT) {
            return "ran twice";
        }
        if (ledger.backs(id) > 1) {
            return "its callback ran " + ledger.backs(id) + " times";
        }
        return switch (ledger.ending(id)) {
            case RETURNED -> {
                if (runs == 0 && !mayHaveRun) {
                    yield "returned, and did not run";
                }
                yield kind == Kind.CALL_BACK && ledger.backs(id) == 0 ? "returned, and its callback did not run" : null;
            }
            case NOT_RUN -> runs > 0 ? "reported as not run, and ran" : null;
            case RAN -> runs == 0 ? "reported as run, and did not run" : null;
            case STARTED -> "has no outcome";
            case UNTYPED -> "its exception has no outcome";
            case WRONG -> "its answer is wrong";
            case NONE, UNKNOWN, CALLER_KILLED -> null;
        };
    }

    /** Returns how many calls were allowed. */
    public int calls() {
        return endings.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns how many calls ended in this way. */
    public int count(Ending ending) {
        return endings.getOrDefault(ending, 0);
    }
}
