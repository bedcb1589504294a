package dev.wherry.lab.claims;

import dev.wherry.lab.results.JudgedClaim.Outcome;
import java.util.List;
import java.util.stream.Collectors;

record Judgement(Outcome outcome, String today) {
    /** Whether the figures of a run support a statement. */
    enum Finding {
        HOLDS,
        /** The run does not decide it. */
        OPEN,
        /** The opposite holds. */
        OPPOSED;

        static Finding of(boolean holds) {
            return holds ? HOLDS : OPPOSED;
        }

        Finding and(Finding other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /** The finding on one of the systems or places of a claim. */
    record Part(Finding finding, String today) {}

    static Judgement of(Finding finding, String today) {
        return new Judgement(
                switch (finding) {
                    case HOLDS -> Outcome.REPRODUCED;
                    case OPEN -> Outcome.INCONCLUSIVE;
                    case OPPOSED -> Outcome.CONTRADICTED;
                },
                today);
    }

    static Judgement untested(String why) {
        return new Judgement(Outcome.NOT_TESTABLE, why);
    }

    static Judgement of(List<Part> parts, int exceptions) {
        long hold = count(parts, Finding.HOLDS);
        Finding all = hold >= parts.size() - exceptions
                ? Finding.HOLDS
                : count(parts, Finding.OPPOSED) > exceptions ? Finding.OPPOSED : Finding.OPEN;
        String count = parts.size() == 1 ? "" : "It holds in %d of %d: ".formatted(hold, parts.size());
        return of(all, parts.stream().map(Part::today).collect(Collectors.joining("; ", count, ".")));
    }

    private static long count(List<Part> parts, Finding finding) {
        return parts.stream().filter(part -> part.finding() == finding).count();
    }

    Judgement and(String more) {
        return more.isEmpty() ? this : new Judgement(outcome, today + " " + more);
    }

    /** Returns the same with a text before its figures, which names the points that it rests on. */
    Judgement at(String points) {
        return new Judgement(outcome, points + today);
    }
}
