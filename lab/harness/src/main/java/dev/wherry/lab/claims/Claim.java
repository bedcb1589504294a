package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion of an original, with the test that decides whether it holds today.
 *
 * @param sentence of the original, word for word
 * @param source the place of the sentence, if it is not the text that the suite repeats
 * @param says the conclusion alone
 * @param published the original's figures for it, digit by digit; null if it gave none
 * @param reading the interpretation of the sentence; null if it leaves no choice
 * @param fact the statement; claims of the same fact count once
 * @param ends the required placement of the two ends; null for any
 */
public record Claim(
        String sentence,
        @Nullable String source,
        String says,
        @Nullable String published,
        @Nullable String reading,
        String fact,
        @Nullable EndsPlacement ends,
        Test test) {
    /** The placement of the two ends that a claim is about. A run has one placement only. */
    enum EndsPlacement {
        @JsonProperty("local")
        LOCAL(
                "both ends on one host",
                "It is about one host, and this run has a network between the ends: leave out --placement veth and"
                        + " --server-prefix."),
        /** With a network between them, for example that of two namespaces of one host. */
        @JsonProperty("remote")
        REMOTE(
                "a network between the ends",
                "It is about two hosts, and this run has one: --server-prefix starts the servers on another, and"
                        + " --placement veth a network of namespaces between the ends.");

        final String text;
        /** The reason why a run with the other placement does not decide, with the remedy. */
        final String otherwise;

        EndsPlacement(String text, String otherwise) {
            this.text = text;
            this.otherwise = otherwise;
        }

        boolean has(Cell cell) {
            return cell.hasNetwork() == (this == REMOTE);
        }
    }

    /** Judges the claim by the results of a run. The other arguments are those of {@link Evidence}. */
    public JudgedClaim judge(
            String suite,
            Results results,
            Predicate<Cell> usual,
            Function<Cell, Optional<Long>> calls,
            double resolution) {
        Judgement found =
                found(new Evidence(suite, results, usual, calls, resolution, this::isPlaced), results.smoke());
        String rule = test.rule();
        String whole = ends == null ? rule : "%s; %s".formatted(rule, ends.text);
        return new JudgedClaim(
                suite,
                sentence,
                source,
                says,
                published,
                reading,
                fact,
                found.outcome(),
                rule.isEmpty() ? null : whole,
                found.today());
    }

    private boolean isPlaced(Cell cell) {
        return ends == null || ends.has(cell);
    }

    public Stream<String> systems() {
        return test.sides().stream().map(ClaimedCells::system);
    }

    private Judgement found(Evidence evidence, boolean smoke) {
        if (test instanceof Test.Untestable untestable) {
            return untestable.judge(evidence);
        }
        if (smoke) {
            return Judgement.untested("A smoke run's figures mean nothing.");
        }
        if (ends != null && evidence.hasOtherEndsOnly()) {
            return Judgement.untested(ends.otherwise);
        }
        List<MissingEvidence> lacks = test.lacks(evidence);
        if (!lacks.isEmpty()) {
            return Judgement.untested(MissingEvidence.text(lacks) + ".");
        }
        List<MissingEvidence> without = test.without(evidence);
        return test.judge(evidence)
                .and(without.isEmpty() ? "" : "Judged without some: %s.".formatted(MissingEvidence.text(without)))
                .and(evidence.capped(test.asked(evidence)));
    }
}
