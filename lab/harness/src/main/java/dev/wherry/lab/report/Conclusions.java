package dev.wherry.lab.report;

import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;

/** The conclusions of a suite's original: its sentences, each with today's verdicts. */
record Conclusions(String id, String suite, String count, List<Quote> quotes) {
    record Quote(String sentence, String source, List<Verdict> verdicts) {}

    record Verdict(
            String mark,
            String verdict,
            String says,
            String what,
            String today,
            String then,
            String reading,
            String rule) {}

    /** Returns them by suite, in the order of the results. */
    static SequencedMap<String, Conclusions> of(Results results) {
        SequencedMap<String, Conclusions> all = new LinkedHashMap<>();
        Grid.group(results.claims(), JudgedClaim::suite).forEach((suite, claims) -> {
            List<Quote> quotes = new ArrayList<>();
            Grid.group(claims, JudgedClaim::sentence)
                    .forEach((sentence, own) -> quotes.add(new Quote(
                            sentence,
                            Objects.requireNonNullElse(own.getFirst().source(), ""),
                            own.stream().map(Conclusions::verdict).toList())));
            all.put(suite, new Conclusions("claims-" + all.size(), suite, count(claims), quotes));
        });
        return all;
    }

    private static Verdict verdict(JudgedClaim claim) {
        return new Verdict(
                claim.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                claim.verdict().words(),
                claim.says(),
                claim.verdict() == Outcome.NOT_TESTABLE ? "Why" : "Today",
                claim.today(),
                Objects.requireNonNullElse(claim.published(), ""),
                Objects.requireNonNullElse(claim.reading(), ""),
                Objects.requireNonNullElse(claim.rule(), ""));
    }

    /** Such as {@code 3 of 12 facts reproduced, 2 contradicted, 5 inconclusive, 2 not testable}. */
    private static String count(List<JudgedClaim> claims) {
        List<Outcome> facts = Grid.group(claims, JudgedClaim::fact).values().stream()
                .map(same -> Outcome.of(same.stream().map(JudgedClaim::verdict).toList()))
                .toList();
        return "%d of %d facts reproduced, %d contradicted, %d inconclusive, %d not testable"
                .formatted(
                        Collections.frequency(facts, Outcome.REPRODUCED),
                        facts.size(),
                        Collections.frequency(facts, Outcome.CONTRADICTED),
                        Collections.frequency(facts, Outcome.INCONCLUSIVE),
                        Collections.frequency(facts, Outcome.NOT_TESTABLE));
    }
}
