package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.wherry.lab.claims.Judgement.Finding;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A predicate over the results of a run. One figure is higher than another under three conditions. Its median is higher. The
 * rank test over the rounds finds a difference ({@link dev.wherry.lab.results.Difference}). The difference is larger than the
 * distance of a system from itself in the run ({@link dev.wherry.lab.results.SelfDistance}). If the opposite holds in the same
 * sense the claim is contradicted. In all other cases it is inconclusive. A tolerance below that distance cannot be met.
 * Percentages that an original printed are not judged, only their direction and order. Phrases that give an amount, such as a
 * gentle decline, are judged by a bound that the claim's reading names.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = PointTest.Compare.class, name = "compare"),
    @JsonSubTypes.Type(value = PointTest.Order.class, name = "order"),
    @JsonSubTypes.Type(value = PointTest.Arrivals.class, name = "arrivals"),
    @JsonSubTypes.Type(value = SystemTest.Change.class, name = "change"),
    @JsonSubTypes.Type(value = SystemTest.Slowing.class, name = "slowing"),
    @JsonSubTypes.Type(value = SystemTest.Busy.class, name = "busy"),
    @JsonSubTypes.Type(value = Test.Gap.class, name = "gap"),
    @JsonSubTypes.Type(value = Linear.class, name = "linear"),
    @JsonSubTypes.Type(value = Test.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Test.Untestable.class, name = "untestable"),
})
sealed interface Test permits PointTest, SystemTest, Test.Gap, Linear, Test.Refused, Test.Untestable {
    List<ClaimedCells> sides();

    /** Returns the verdict. Called only if {@link #lacks} is empty. */
    Judgement judge(Evidence evidence);

    /** Returns the condition under which the claim is reproduced. */
    String rule();

    /** Returns the mistake in the file, as a clause after the name of the kind; empty if there is none. */
    default String fault() {
        return sides().isEmpty() ? "needs systems and places" : "";
    }

    default List<String> mayLack() {
        return List.of();
    }

    /** Returns the points of which some are enough, each one place or several that belong together; empty if all are needed. */
    default List<List<Where>> points() {
        return List.of();
    }

    /** Returns the sides that a verdict on this run rests on. */
    default List<ClaimedCells> asked(Evidence evidence) {
        List<Where> spared = ShareCount.of(points(), evidence).spared().stream()
                .flatMap(List::stream)
                .toList();
        return sides().stream().filter(side -> !spared.contains(side.at())).toList();
    }

    /** Returns the reasons why the claim cannot be judged; empty if it can. */
    default List<MissingEvidence> lacks(Evidence evidence) {
        return missing(evidence, side -> !mayLack().contains(side.system()));
    }

    /** Returns the same, and a reason for each side with a round that lacks what the test reads. */
    default List<MissingEvidence> lacks(Evidence evidence, Predicate<Round> without, String why) {
        Stream<MissingEvidence> unread = asked(evidence).stream()
                .filter(side -> evidence.lack(side).isEmpty())
                .filter(side -> evidence.rounds(side).anyMatch(without))
                .map(side -> new MissingEvidence(side.label(), why));
        return Stream.concat(missing(evidence, side -> !mayLack().contains(side.system())).stream(), unread)
                .toList();
    }

    /** Returns the reasons why systems that may be missing are missing. */
    default List<MissingEvidence> without(Evidence evidence) {
        return missing(evidence, side -> mayLack().contains(side.system()));
    }

    private List<MissingEvidence> missing(Evidence evidence, Predicate<ClaimedCells> which) {
        return asked(evidence).stream()
                .filter(which)
                .flatMap(side -> evidence.lack(side).stream())
                .distinct()
                .toList();
    }

    /**
     * The figure of a system is higher, or lower, than that of another, and the gap is wider at the second place. At the first
     * place the opposite must not hold.
     */
    record Gap(Figure figure, String system, String than, Direction is, Where from, Where to) implements Test {
        @Override
        public String fault() {
            return is == Direction.HIGHER || is == Direction.LOWER ? "" : "takes higher or lower alone";
        }

        @Override
        public List<ClaimedCells> sides() {
            return Stream.of(from, to)
                    .flatMap(where -> Stream.of(new ClaimedCells(system, where), new ClaimedCells(than, where)))
                    .toList();
        }

        @Override
        public Judgement judge(Evidence evidence) {
            Sample one = evidence.sample(figure, new ClaimedCells(system, from));
            Sample other = evidence.sample(figure, new ClaimedCells(than, from));
            Sample oneThere = evidence.sample(figure, new ClaimedCells(system, to));
            Sample otherThere = evidence.sample(figure, new ClaimedCells(than, to));
            // The rounds alternate between the systems, so those of one number belong together.
            Finding finding = oneThere.is(is, otherThere)
                    .and(one.is(is, other) == Finding.OPPOSED ? Finding.OPPOSED : Finding.HOLDS)
                    .and(oneThere.over(otherThere).is(is, one.over(other)));
            List<Where> both = List.of(from, to);
            return Judgement.of(
                    finding,
                    "%s beside %s: %s at %s, %s at %s."
                            .formatted(
                                    system,
                                    than,
                                    Sample.difference(one.median(), other.median()),
                                    from.label(both),
                                    Sample.difference(oneThere.median(), otherThere.median()),
                                    to.label(both)));
        }

        @Override
        public String rule() {
            return "%s at the second point and not the other way at the first; the ratio farther from 1, %s (taken round by round)"
                    .formatted(is.name().toLowerCase(Locale.ROOT), Direction.SIGNIFICANTLY);
        }
    }

    /** A system cannot do the work. Its answers are wrong, or its adapter does not offer the work. */
    record Refused(String system, Where at) implements Test {
        private ClaimedCells side() {
            return new ClaimedCells(system, at);
        }

        @Override
        public List<ClaimedCells> sides() {
            return List.of(side());
        }

        @Override
        public List<MissingEvidence> lacks(Evidence evidence) {
            List<Cell> cells = evidence.cells(side());
            return cells.isEmpty()
                    ? List.of(evidence.missing(side()))
                    : cells.stream().allMatch(cell -> cell.verdict() == Verdict.FAILED)
                            ? Test.super.lacks(evidence)
                            : List.of();
        }

        @Override
        public Judgement judge(Evidence evidence) {
            return evidence.cells(side()).stream().anyMatch(cell -> cell.verdict() == Verdict.MEASURED)
                    ? Judgement.of(Finding.OPPOSED, side().label() + ": all its answers were right, and it was timed.")
                    : Judgement.of(
                            Finding.HOLDS,
                            MissingEvidence.text(evidence.lack(side()).stream().toList()) + ".");
        }

        @Override
        public String rule() {
            return "the system does not do this work rightly";
        }
    }

    /** A claim that the lab cannot test. */
    record Untestable(String why) implements Test {
        @Override
        public String fault() {
            return "";
        }

        @Override
        public List<ClaimedCells> sides() {
            return List.of();
        }

        @Override
        public Judgement judge(Evidence evidence) {
            return Judgement.untested(why);
        }

        @Override
        public String rule() {
            return "";
        }
    }
}
