package dev.wherry.lab.claims;

import dev.wherry.lab.results.JudgedClaim.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/** What a test found. */
record Judgement(Outcome outcome, String today) {
    /** One of the systems or places that a claim speaks of. */
    record Part(Finding finding, String today) {}

    static Judgement of(Finding finding, String today) {
        Outcome outcome = switch (finding) {
            case HOLDS -> Outcome.REPRODUCED;
            case OPEN -> Outcome.INCONCLUSIVE;
            case OPPOSED -> Outcome.CONTRADICTED;
        };
        return new Judgement(outcome, today);
    }

    static Judgement untested(String why) {
        return new Judgement(Outcome.NOT_TESTABLE, why);
    }

    /** The same, and says something more in a sentence; empty for nothing. */
    Judgement and(String more) {
        return more.isEmpty() ? this : new Judgement(outcome, today + " " + more);
    }

    /** The same, and says of how many points it speaks. */
    Judgement at(ShareCount share) {
        return new Judgement(outcome, share.told() + today);
    }

    /** Of all parts, but for so many that may be otherwise. */
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
}
