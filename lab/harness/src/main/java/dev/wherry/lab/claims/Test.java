package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.wherry.lab.claims.Judgement.Part;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a run's results are put to. One figure is higher than another if its median is, the rank test over the rounds finds a
 * difference ({@link dev.wherry.lab.results.Difference}), and the difference exceeds what a system is from itself in the run
 * ({@link dev.wherry.lab.results.SelfDistance}). If the opposite holds in the same sense the claim is contradicted. In all other
 * cases it is inconclusive. A tolerance below a system's distance from itself cannot be met. Percentages that an original
 * printed are not judged, only their direction and order; words that say how much, such as a gentle decline, are judged by a
 * bound that the claim's reading names.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Compare.class, name = "compare"),
    @JsonSubTypes.Type(value = Change.class, name = "change"),
    @JsonSubTypes.Type(value = Slowing.class, name = "slowing"),
    @JsonSubTypes.Type(value = Gap.class, name = "gap"),
    @JsonSubTypes.Type(value = Order.class, name = "order"),
    @JsonSubTypes.Type(value = Alike.class, name = "alike"),
    @JsonSubTypes.Type(value = Steady.class, name = "steady"),
    @JsonSubTypes.Type(value = Linear.class, name = "linear"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Busy.class, name = "busy"),
    @JsonSubTypes.Type(value = Arrivals.class, name = "arrivals"),
    @JsonSubTypes.Type(value = Untestable.class, name = "untestable"),
})
sealed interface Test
        permits Compare, Change, Slowing, Gap, Order, Alike, Steady, Linear, Refused, Busy, Arrivals, Untestable {

    /** All cells that bear on it. */
    List<ClaimedCells> sides();

    /** Systems without which the rest can be judged: they are named. */
    default List<String> mayLack() {
        return List.of();
    }

    /** Points some of which are enough, each a place or several that belong together; empty where all sides are needed. */
    default List<List<Where>> points() {
        return List.of();
    }

    /** The sides that a verdict on this run rests on. */
    default List<ClaimedCells> asked(Evidence evidence) {
        List<Where> spared = ShareCount.of(points(), evidence).spared().stream()
                .flatMap(List::stream)
                .toList();
        return sides().stream().filter(side -> !spared.contains(side.at())).toList();
    }

    /** Why it cannot be put; empty where it can. */
    default List<MissingEvidence> lacks(Evidence evidence) {
        return missing(evidence, this::needs);
    }

    /** Who is not here and need not be; empty where nobody is. */
    default List<MissingEvidence> without(Evidence evidence) {
        return missing(evidence, side -> !needs(side));
    }

    private boolean needs(ClaimedCells side) {
        return !mayLack().contains(side.system());
    }

    private List<MissingEvidence> missing(Evidence evidence, Predicate<ClaimedCells> which) {
        return asked(evidence).stream()
                .filter(which)
                .flatMap(side -> evidence.lack(side).stream())
                .distinct()
                .toList();
    }

    /** The same, and of what is here the sides of which a round is without what the test reads. */
    default List<MissingEvidence> lacks(Evidence evidence, Predicate<Round> without, String why) {
        Stream<MissingEvidence> unread = asked(evidence).stream()
                .filter(side -> evidence.lack(side).isEmpty())
                .filter(side -> evidence.rounds(side).anyMatch(without))
                .map(side -> MissingEvidence.fate("%s: %s".formatted(side.label(), why)));
        return Stream.concat(missing(evidence, this::needs).stream(), unread).toList();
    }

    /** Of these systems those that can be judged. */
    default List<String> here(List<String> systems, Evidence evidence) {
        return systems.stream()
                .filter(system -> asked(evidence).stream()
                        .filter(side -> side.system().equals(system))
                        .allMatch(side -> evidence.lack(side).isEmpty()))
                .toList();
    }

    /** Each of these systems that is here by itself; so many of all may do otherwise. */
    default Judgement judge(List<String> systems, int exceptions, Evidence evidence, Function<String, Part> part) {
        List<String> here = here(systems, evidence);
        return Judgement.of(
                here.stream().map(part).toList(), ShareCount.exceptions(exceptions, systems.size(), here.size()));
    }

    /** Only where nothing is lacking. */
    Judgement judge(Evidence evidence);

    /** What must hold for the claim to be reproduced. */
    String rule();

    /** The same words in every rule that asks for more than a direction. */
    String BEYOND = "significantly";
}
