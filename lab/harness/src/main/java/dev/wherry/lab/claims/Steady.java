package dev.wherry.lab.claims;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A system's figure is the same at two places.
 *
 * @param withinPercent how far the medians may be from each other; null where the rounds must not be told apart instead
 */
record Steady(
        Figure figure,
        String system,
        Place from,
        Place to,
        @Nullable Double withinPercent) implements Test {
    Steady {
        Given.check(figure, "steady needs a figure");
        Given.check(system, "steady needs a system");
        Given.check(from, "steady needs from");
        Given.check(to, "steady needs to");
    }

    @Override
    public List<Side> sides() {
        return List.of(new Side(system, from), new Side(system, to));
    }

    @Override
    public Judgement judge(Evidence evidence) {
        Sample before = evidence.sample(figure, new Side(system, from));
        Sample after = evidence.sample(figure, new Side(system, to));
        return Judgement.of(
                Alike.holds(after, before, withinPercent), tell(figure, system, from, before, to, after) + ".");
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
                        Difference.say(after, before));
    }

    @Override
    public String rule() {
        return Alike.rule(withinPercent);
    }
}
