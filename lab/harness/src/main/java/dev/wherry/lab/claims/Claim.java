package dev.wherry.lab.claims;

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
 * A conclusion of an original.
 *
 * @param sentence where it stands, word for word
 * @param source where that is, if it is not the text that the suite repeats
 * @param says the conclusion alone
 * @param published the original's figures for it, digit by digit; null where it gave none
 * @param reading how its words were taken; null where they leave no choice
 * @param fact what it states; claims that state the same fact count once
 * @param ends where the two ends of its cells were; null for anywhere
 * @param test what it is put to
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

    /**
     * Puts it to what a run found.
     *
     * @param usual whether a cell has the values that the suite has by itself, as the original had
     * @param calls how many calls the original made in a round of such a cell; empty where that is not known
     * @param resolution how far a system is from itself in this run, in percent
     */
    public JudgedClaim judge(
            String suite,
            Results results,
            Predicate<Cell> usual,
            Function<Cell, Optional<Long>> calls,
            double resolution) {
        Judgement found = found(new Evidence(suite, results, usual, calls, resolution, ends), results.smoke());
        return new JudgedClaim(
                suite, sentence, source, says, published, reading, fact, found.outcome(), rule(), found.today());
    }

    /** The systems whose figures it is about. */
    public Stream<String> systems() {
        return test.sides().stream().map(ClaimedCells::system);
    }

    private @Nullable String rule() {
        String rule = test.rule();
        return rule.isEmpty() ? null : ends == null ? rule : "%s; %s".formatted(rule, ends.words());
    }

    private Judgement found(Evidence evidence, boolean smoke) {
        if (test instanceof Untestable untestable) {
            return Judgement.untested(untestable.why());
        }
        if (smoke) {
            return Judgement.untested("A smoke run's figures mean nothing.");
        }
        Optional<String> elsewhere = evidence.elsewhere();
        if (elsewhere.isPresent()) {
            return Judgement.untested(elsewhere.get());
        }
        List<MissingEvidence> lacks = test.lacks(evidence);
        if (!lacks.isEmpty()) {
            return Judgement.untested(evidence.sentence(lacks));
        }
        List<MissingEvidence> without = test.without(evidence);
        return test.judge(evidence)
                .and(without.isEmpty() ? "" : "Judged without some: %s.".formatted(evidence.tell(without)))
                .and(evidence.capped(test.asked(evidence)));
    }
}
