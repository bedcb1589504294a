package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.wherry.lab.claims.Judgement.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A system's figure is higher, or lower, or no higher at one place than at another: with more callers, or in its first call.
 *
 * @param systems each of them
 * @param from what is compared with
 * @param to where it is so
 * @param each values of a parameter that both places leave open, each a pair of places of its own; null where there is one
 *     pair
 * @param atMostPercent how far apart the medians may be; null for any distance
 * @param mayLack systems without which the rest can be judged: they are named
 * @param exceptions how many of the systems may do otherwise
 */
record Change(
        Figure figure,
        List<String> systems,
        Where from,
        Where to,
        @Nullable Each each,
        Direction is,
        @Nullable Double atMostPercent,
        List<String> mayLack,
        @JsonProperty(isRequired = OptBoolean.FALSE) int exceptions)
        implements Test {
    /** A parameter and its values. */
    record Each(String param, List<Long> values) {
        Each {
            Requirements.check(param, "each needs a param");
            Requirements.check(values, "each needs values");
        }
    }

    Change {
        Requirements.check(figure, "change needs a figure");
        Requirements.check(systems, "change needs systems");
        Requirements.check(from, "change needs from");
        Requirements.check(to, "change needs to");
        Requirements.check(is, "change needs is: higher, lower or no higher");
        Requirements.check(
                is != Direction.NO_HIGHER || atMostPercent == null,
                "change takes atMostPercent with higher or lower alone");
        Requirements.check(exceptions >= 0 && exceptions < systems.size(), "change has too many exceptions");
        Requirements.check(each == null || exceptions == 0, "change takes each or exceptions, not both");
        mayLack = Requirements.orNone(mayLack);
        Requirements.check(!mayLack.containsAll(systems), "change needs a system that may not lack");
    }

    @Override
    public List<List<Where>> points() {
        return each == null
                ? List.of(List.of(from, to))
                : each.values().stream()
                        .map(value -> List.of(from.with(each.param(), value), to.with(each.param(), value)))
                        .toList();
    }

    @Override
    public List<ClaimedCells> sides() {
        return systems.stream()
                .flatMap(
                        system -> points().stream().flatMap(List::stream).map(where -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        ShareCount share = ShareCount.of(points(), evidence);
        List<String> here = here(systems, evidence);
        List<Part> parts = new ArrayList<>();
        for (String system : here) {
            share.asked().forEach(pair -> parts.add(part(system, pair.getFirst(), pair.getLast(), evidence)));
        }
        return Judgement.of(parts, ShareCount.exceptions(exceptions, systems.size(), here.size()))
                .at(share);
    }

    private Part part(String system, Where here, Where there, Evidence evidence) {
        Sample before = evidence.sample(figure, new ClaimedCells(system, here));
        Sample after = evidence.sample(figure, new ClaimedCells(system, there));
        String at = each == null
                ? ""
                : "%s %d: ".formatted(each.param(), here.params().get(each.param()));
        Finding near = atMostPercent == null ? Finding.HOLDS : after.isNear(before, atMostPercent);
        return new Part(after.is(is, before).and(near), at + tell(figure, system, here, before, there, after));
    }

    static String tell(Figure figure, String system, Where from, Sample before, Where to, Sample after) {
        List<Where> both = List.of(from, to);
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
        String most = atMostPercent == null ? "" : ", and by at most %.0f %%".formatted(atMostPercent);
        return "at the second point " + is.rule() + most + ShareCount.rule(exceptions, systems.size(), "systems");
    }
}
