package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two systems have the same figure.
 *
 * @param at at each of these places
 * @param withinPercent how far the medians may be from each other; null for what the run can resolve
 * @param exceptions at how many places it may be otherwise
 */
record Alike(
        Figure figure,
        String system,
        String than,
        List<Where> at,
        @Nullable Double withinPercent,
        @JsonProperty(isRequired = OptBoolean.FALSE) int exceptions)
        implements Test {
    Alike {
        Requirements.check(figure, "alike needs a figure");
        Requirements.check(system, "alike needs a system");
        Requirements.check(than, "alike needs than, another system");
        Requirements.check(at, "alike needs at");
        Requirements.check(exceptions >= 0 && exceptions < at.size(), "alike has too many exceptions");
    }

    static String rule(@Nullable Double withinPercent) {
        return withinPercent == null
                ? "the medians are no further apart than a system is from itself"
                : "the medians are at most %.0f %% apart".formatted(withinPercent);
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
        return ShareCount.of(points(), evidence).judge(exceptions, where -> part(where, evidence));
    }

    private Part part(Where where, Evidence evidence) {
        Sample one = evidence.sample(figure, new ClaimedCells(system, where));
        Sample other = evidence.sample(figure, new ClaimedCells(than, where));
        return new Part(
                one.isNear(other, withinPercent), Compare.tell(where.label(at), figure, system, one, than, other));
    }

    @Override
    public String rule() {
        return rule(withinPercent) + ShareCount.rule(exceptions, at.size(), "points");
    }
}
