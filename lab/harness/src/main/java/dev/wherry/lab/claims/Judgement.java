package dev.wherry.lab.claims;

import dev.wherry.lab.results.JudgedClaim.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/** What a test found. */
record Judgement(Outcome outcome, String today) {
    /** One of the systems or places that a claim speaks of. */
    record Part(boolean holds, String today) {}

    static Judgement of(boolean holds, String today) {
        return new Judgement(holds ? Outcome.REPRODUCED : Outcome.NOT_REPRODUCED, today);
    }

    static Judgement untested(String why) {
        return new Judgement(Outcome.UNTESTED, why);
    }

    /** The same, and says something more in a sentence; empty for nothing. */
    Judgement and(String more) {
        return more.isEmpty() ? this : new Judgement(outcome, today + " " + more);
    }

    /** The same, and says of how many points it speaks. */
    Judgement at(Share share) {
        return new Judgement(outcome, share.told() + today);
    }

    /** Of all parts, but for so many that may be otherwise. */
    static Judgement of(List<Part> parts, int exceptions) {
        long otherwise = parts.stream().filter(part -> !part.holds()).count();
        String count =
                parts.size() == 1 ? "" : "It holds in %d of %d: ".formatted(parts.size() - otherwise, parts.size());
        return of(
                otherwise <= exceptions, parts.stream().map(Part::today).collect(Collectors.joining("; ", count, ".")));
    }
}
