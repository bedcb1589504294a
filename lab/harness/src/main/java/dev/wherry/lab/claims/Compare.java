package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One system's figure is higher, or lower, or no higher than another's.
 *
 * @param at at each of these places
 * @param atLeastPercent how far apart the medians must be; null for any distance
 */
record Compare(
        Figure figure,
        String system,
        String than,
        Direction is,
        List<Where> at,
        @Nullable Double atLeastPercent) implements Test {
    Compare {
        Requirements.check(figure, "compare needs a figure");
        Requirements.check(system, "compare needs a system");
        Requirements.check(than, "compare needs than, another system");
        Requirements.check(is, "compare needs is: higher, lower or no higher");
        Requirements.check(at, "compare needs at");
        Requirements.check(
                is != Direction.NO_HIGHER || atLeastPercent == null,
                "compare takes atLeastPercent with higher or lower alone");
    }

    @Override
    public List<List<Where>> points() {
        return ShareCount.each(at);
    }

    @Override
    public List<ClaimedCells> sides() {
        return at.stream()
                .flatMap(where -> Stream.of(new ClaimedCells(system, where), new ClaimedCells(than, where)))
                .toList();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return ShareCount.of(points(), evidence).judge(0, where -> part(where, evidence));
    }

    private Part part(Where where, Evidence evidence) {
        Sample one = evidence.sample(figure, new ClaimedCells(system, where));
        Sample other = evidence.sample(figure, new ClaimedCells(than, where));
        return new Part(
                one.is(is, other).and(one.isFar(other, atLeastPercent)),
                tell(where.label(at), figure, system, one, than, other));
    }

    static String tell(String where, Figure figure, String system, Sample one, String than, Sample other) {
        return "%s: %s %s and %s %s, %s"
                .formatted(
                        where,
                        system,
                        figure.say(one.median()),
                        than,
                        figure.say(other.median()),
                        Percent.say(one, other));
    }

    @Override
    public String rule() {
        return is.rule() + (atLeastPercent == null ? "" : ", and by at least %.0f %%".formatted(atLeastPercent));
    }
}
