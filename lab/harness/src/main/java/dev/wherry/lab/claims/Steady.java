package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure is the same at two places.
 *
 * @param systems each of them
 * @param each values of a parameter that both places leave open, each a pair of places of its own; null where there is one
 *     pair
 * @param withinPercent how far the medians may be from each other; null where the rounds must not be told apart instead
 * @param mayLack systems without which the rest can be judged: they are named
 */
record Steady(
        Figure figure,
        List<String> systems,
        Place from,
        Place to,
        @Nullable Each each,
        @Nullable Double withinPercent,
        List<String> mayLack)
        implements Test {
    /** A parameter and its values. */
    record Each(String param, List<Long> values) {
        Each {
            Given.check(param, "each needs a param");
            Given.check(values, "each needs values");
        }
    }

    Steady {
        Given.check(figure, "steady needs a figure");
        Given.check(systems, "steady needs systems");
        Given.check(from, "steady needs from");
        Given.check(to, "steady needs to");
        mayLack = Given.orNone(mayLack);
        Given.check(!mayLack.containsAll(systems), "steady needs a system that may not lack");
    }

    @Override
    public List<List<Place>> points() {
        return each == null
                ? List.of(List.of(from, to))
                : each.values().stream()
                        .map(value -> List.of(from.with(each.param(), value), to.with(each.param(), value)))
                        .toList();
    }

    @Override
    public List<Side> sides() {
        return systems.stream()
                .flatMap(system -> points().stream().flatMap(List::stream).map(place -> new Side(system, place)))
                .toList();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        Share share = Share.of(points(), evidence);
        List<Part> parts = new ArrayList<>();
        for (String system : here(systems, evidence)) {
            share.asked().forEach(pair -> parts.add(part(system, pair.getFirst(), pair.getLast(), evidence)));
        }
        return Judgement.of(parts, 0).at(share);
    }

    private Part part(String system, Place here, Place there, Evidence evidence) {
        Sample before = evidence.sample(figure, new Side(system, here));
        Sample after = evidence.sample(figure, new Side(system, there));
        String at = each == null
                ? ""
                : "%s %d: ".formatted(each.param(), here.params().get(each.param()));
        return new Part(
                Alike.holds(after, before, withinPercent), at + tell(figure, system, here, before, there, after));
    }

    static String tell(Figure figure, String system, Place from, Sample before, Place to, Sample after) {
        List<Place> both = List.of(from, to);
        return "%s %s at %s and %s at %s, %s"
                .formatted(
                        system,
                        figure.say(before.median()),
                        from.label(both),
                        figure.say(after.median()),
                        to.label(both),
                        Percent.say(after, before));
    }

    @Override
    public String rule() {
        return Alike.rule(withinPercent);
    }
}
