package dev.wherry.lab.report;

import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** What the original of a suite concluded: its sentences, and beneath each the verdicts of today. */
record Conclusions(String id, String suite, String count, String rule, List<Quote> quotes) {
    private static final String RULE =
            "A conclusion is reproduced where today's medians stand as it says and a rank test over the rounds (Mann"
                + " and Whitney, two-sided, p at most 0.1) tells them apart: three rounds against three must be wholly"
                + " apart. What holds within the spread of the rounds is not reproduced. One that says that two are"
                + " alike, or that one takes no longer, tells its own rule: where it is enough that the test finds"
                + " nothing, few rounds favour it. Percentages are not judged, only direction and order; those of then"
                + " and of today stand side by side. Where a system or a setting is missing, has failed or has fewer"
                + " than three rounds, nothing is said.";
    private static final int WIDTH = 100;

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

    /** By suite, in the order of the results; suites that nobody concluded anything of are left out. */
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
                claim.verdict() == Outcome.UNTESTED ? "Why" : "Today",
                claim.today(),
                Objects.requireNonNullElse(claim.published(), ""),
                Objects.requireNonNullElse(claim.reading(), ""),
                Objects.requireNonNullElse(claim.rule(), ""));
    }

    /** Such as {@code 7 of 12 reproduced, 3 not reproduced, 2 cannot be tested here}. */
    private static String count(List<JudgedClaim> claims) {
        return "%d of %d reproduced, %d not reproduced, %d cannot be tested here"
                .formatted(
                        count(claims, Outcome.REPRODUCED),
                        claims.size(),
                        count(claims, Outcome.NOT_REPRODUCED),
                        count(claims, Outcome.UNTESTED));
    }

    private static long count(List<JudgedClaim> claims, Outcome outcome) {
        return claims.stream().filter(claim -> claim.verdict() == outcome).count();
    }

    /** For a terminal: the verdicts, those that could not be given last and by their reasons. */
    static String text(Results results) {
        StringBuilder out = new StringBuilder();
        bySuite(results).forEach((suite, claims) -> {
            out.append("\n%s, what its original concluded: %s\n".formatted(TextTable.safe(suite), count(claims)));
            Map<String, List<String>> untested = new LinkedHashMap<>();
            for (JudgedClaim claim : claims) {
                if (claim.verdict() == Outcome.UNTESTED) {
                    untested.computeIfAbsent(claim.today(), reason -> new ArrayList<>())
                            .add(claim.says());
                } else {
                    wrap(out, "  ", claim.verdict().words() + ": " + claim.says());
                    wrap(out, "    ", "today " + claim.today());
                    if (claim.published() != null) {
                        wrap(out, "    ", "then " + claim.published());
                    }
                }
            }
            untested.forEach((reason, says) -> {
                wrap(out, "  ", Outcome.UNTESTED.words() + ": " + reason);
                says.forEach(each -> wrap(out, "    ", each));
            });
        });
        return out.toString();
    }

    private static void wrap(StringBuilder out, String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : TextTable.safe(text).split(" ", -1)) {
            if (line.length() > indent.length() && line.length() + word.length() > WIDTH) {
                out.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.append(indent).append("  ");
            }
            line.append(word).append(' ');
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
