package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure is the same at two places, and at those between.
 *
 * @param systems each of them
 * @param through places on the way, where it must be the same as at the first too
 * @param withinPercent how far the medians may be from each other; null for what the run can resolve
 * @param mayLack systems without which the rest can be judged: they are named
 */
record Steady(
        Figure figure,
        List<String> systems,
        Where from,
        List<Where> through,
        Where to,
        @Nullable Double withinPercent,
        List<String> mayLack)
        implements Test {
    Steady {
        Requirements.check(figure, "steady needs a figure");
        Requirements.check(systems, "steady needs systems");
        Requirements.check(from, "steady needs from");
        Requirements.check(to, "steady needs to");
        through = Requirements.orNone(through);
        mayLack = Requirements.orNone(mayLack);
        Requirements.check(!mayLack.containsAll(systems), "steady needs a system that may not lack");
    }

    @Override
    public List<ClaimedCells> sides() {
        return systems.stream()
                .flatMap(
                        system -> Stream.concat(Stream.of(from), after()).map(where -> new ClaimedCells(system, where)))
                .toList();
    }

    private Stream<Where> after() {
        return Stream.concat(through.stream(), Stream.of(to));
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return judge(systems, 0, evidence, system -> part(system, evidence));
    }

    private Part part(String system, Evidence evidence) {
        Sample before = evidence.sample(figure, new ClaimedCells(system, from));
        List<Part> all =
                after().map(where -> part(system, before, where, evidence)).toList();
        return new Part(
                all.stream().map(Part::finding).reduce(Finding.HOLDS, Finding::and),
                all.stream().map(Part::today).collect(Collectors.joining("; ")));
    }

    private Part part(String system, Sample before, Where where, Evidence evidence) {
        Sample after = evidence.sample(figure, new ClaimedCells(system, where));
        return new Part(after.isNear(before, withinPercent), Change.tell(figure, system, from, before, where, after));
    }

    @Override
    public String rule() {
        return Alike.rule(withinPercent);
    }
}
