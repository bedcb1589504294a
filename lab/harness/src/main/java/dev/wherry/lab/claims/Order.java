package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.wherry.lab.claims.Judgement.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Systems stand in an order, the best first.
 *
 * @param groups each system of a group is better than each of the next group; within one they may stand as they like
 * @param at at each of these places
 * @param mayLack systems without which the rest can be judged: they are named
 * @param exceptions at how many places it may be otherwise
 */
record Order(
        Figure figure,
        List<List<String>> groups,
        List<Where> at,
        List<String> mayLack,
        @JsonProperty(isRequired = OptBoolean.FALSE) int exceptions)
        implements Test {
    private static final int FEW = 3;

    Order {
        Requirements.check(figure, "order needs a figure");
        Requirements.check(groups != null && groups.size() > 1, "order needs at least two groups");
        Requirements.check(at, "order needs at");
        Requirements.check(exceptions >= 0 && exceptions < at.size(), "order has too many exceptions");
        mayLack = Requirements.orNone(mayLack);
    }

    private record Runner(String system, Sample sample) {}

    @Override
    public List<List<Where>> points() {
        return ShareCount.each(at);
    }

    @Override
    public List<ClaimedCells> sides() {
        return at.stream()
                .flatMap(where -> groups.stream().flatMap(List::stream).map(system -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        List<MissingEvidence> needed = Test.super.lacks(evidence);
        boolean emptied = ShareCount.of(points(), evidence).asked().stream()
                .anyMatch(where -> groups.stream()
                        .anyMatch(group ->
                                runners(group, where.getFirst(), evidence).isEmpty()));
        return needed.isEmpty() && emptied ? without(evidence) : needed;
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return ShareCount.of(points(), evidence).judge(exceptions, where -> part(where, evidence));
    }

    private Part part(Where where, Evidence evidence) {
        List<List<Runner>> measured =
                groups.stream().map(group -> runners(group, where, evidence)).toList();
        List<String> wrong = new ArrayList<>();
        Finding all = Finding.HOLDS;
        for (int i = 0; i + 1 < measured.size(); i++) {
            for (Runner first : measured.get(i)) {
                for (Runner second : measured.get(i + 1)) {
                    Finding finding = first.sample().is(figure.better(), second.sample());
                    all = all.and(finding);
                    if (finding != Finding.HOLDS) {
                        wrong.add((finding == Finding.OPPOSED
                                        ? "%2$s is ahead of %1$s"
                                        : "%s and %s do not differ significantly")
                                .formatted(first.system(), second.system()));
                    }
                }
            }
        }
        String figures =
                measured.stream().map(this::tell).collect(Collectors.joining("; then ", where.label(at) + ": ", ""));
        return new Part(all, wrong.isEmpty() ? figures : "%s, but %s".formatted(figures, few(wrong)));
    }

    private List<Runner> runners(List<String> group, Where where, Evidence evidence) {
        Comparator<Runner> slowest =
                Comparator.comparingDouble(runner -> runner.sample().median());
        return group.stream()
                .map(system -> new ClaimedCells(system, where))
                .filter(side -> evidence.lack(side).isEmpty())
                .map(side -> new Runner(side.system(), evidence.sample(figure, side)))
                .sorted(figure.better() == Direction.HIGHER ? slowest.reversed() : slowest)
                .toList();
    }

    /** All of a few; of many the best and the worst. */
    private String tell(List<Runner> group) {
        Stream<Runner> told = group.size() <= FEW ? group.stream() : Stream.of(group.getFirst(), group.getLast());
        return told.map(runner ->
                        runner.system() + " " + figure.say(runner.sample().median()))
                .collect(Collectors.joining(
                        group.size() <= FEW ? ", " : " to ",
                        "",
                        group.size() <= FEW ? "" : " (%d systems)".formatted(group.size())));
    }

    private static String few(List<String> wrong) {
        String first = wrong.stream().limit(FEW).collect(Collectors.joining(", "));
        return wrong.size() <= FEW ? first : "%s and %d more".formatted(first, wrong.size() - FEW);
    }

    @Override
    public String rule() {
        return "each is ahead of each after it, %s%s"
                .formatted(BEYOND, ShareCount.rule(exceptions, at.size(), "points"));
    }
}
