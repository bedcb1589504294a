package dev.wherry.lab.report;

import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The conclusions of a suite's original: its sentences, each with today's verdicts. */
record Conclusions(String id, String suite, String count, String rule, List<Quote> quotes) {
    private static final String RULE =
            "A conclusion is reproduced if today's medians are as it says, a rank test over the rounds (Mann and"
                    + " Whitney, two-sided, p at most 0.1) finds the difference, and the difference is larger than a"
                    + " system's distance from itself in this run. It is contradicted if the opposite holds in the same"
                    + " sense, and inconclusive otherwise: a tolerance below that distance cannot be met. It is not"
                    + " testable if a system or a setting is missing or failed, has fewer than three rounds, or made less"
                    + " than half of the original's calls. Only direction and order are judged, not percentages."
                    + " Conclusions that state the same fact count once.";

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
        bySuite(results).forEach((suite, claims) -> {
            Map<String, List<JudgedClaim>> sentences = claims.stream()
                    .collect(Collectors.groupingBy(JudgedClaim::sentence, LinkedHashMap::new, Collectors.toList()));
            List<Quote> quotes = new ArrayList<>();
            sentences.forEach((sentence, own) -> quotes.add(new Quote(
                    sentence,
                    Objects.requireNonNullElse(own.getFirst().source(), ""),
                    own.stream().map(Conclusions::verdict).toList())));
            all.put(suite, new Conclusions("claims-" + all.size(), suite, count(claims), RULE, quotes));
        });
        return all;
    }

    private static SequencedMap<String, List<JudgedClaim>> bySuite(Results results) {
        return results.claims().stream()
                .collect(Collectors.groupingBy(JudgedClaim::suite, LinkedHashMap::new, Collectors.toList()));
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
        List<Outcome> facts = claims.stream()
                .collect(Collectors.groupingBy(
                        JudgedClaim::fact,
                        LinkedHashMap::new,
                        Collectors.mapping(JudgedClaim::verdict, Collectors.toList())))
                .values()
                .stream()
                .map(Outcome::of)
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
