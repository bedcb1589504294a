package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;

/**
 * A system's figure falls from the first place to the second, and from there to the third, but less.
 *
 * @param systems each of them
 * @param along three places
 * @param mayLack systems without which the rest can be judged: they are named
 * @param exceptions how many of the systems may do otherwise
 */
record Slowing(
        Figure figure,
        List<String> systems,
        List<Where> along,
        List<String> mayLack,
        @JsonProperty(isRequired = OptBoolean.FALSE) int exceptions)
        implements Test {
    Slowing {
        Requirements.check(figure, "slowing needs a figure");
        Requirements.check(systems, "slowing needs systems");
        Requirements.check(along != null && along.size() == 3, "slowing needs three places in along");
        Requirements.check(exceptions >= 0 && exceptions < systems.size(), "slowing has too many exceptions");
        mayLack = Requirements.orNone(mayLack);
        Requirements.check(!mayLack.containsAll(systems), "slowing needs a system that may not lack");
    }

    @Override
    public List<ClaimedCells> sides() {
        return systems.stream()
                .flatMap(system -> along.stream().map(where -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return judge(systems, exceptions, evidence, system -> part(system, evidence));
    }

    private Part part(String system, Evidence evidence) {
        Sample first = evidence.sample(figure, new ClaimedCells(system, along.get(0)));
        Sample second = evidence.sample(figure, new ClaimedCells(system, along.get(1)));
        Sample third = evidence.sample(figure, new ClaimedCells(system, along.get(2)));
        Finding falls = second.is(Direction.LOWER, first).and(third.is(Direction.LOWER, second));
        return new Part(
                falls.and(third.over(second).is(Direction.HIGHER, second.over(first))),
                "%s %s to %s and %s to %s"
                        .formatted(
                                system,
                                Percent.say(second, first),
                                along.get(1).label(along),
                                Percent.say(third, second),
                                along.get(2).label(along)));
    }

    @Override
    public String rule() {
        String all = ShareCount.rule(exceptions, systems.size(), "systems");
        return "lower at each next point, and by less the second time (taken round by round), each %s%s"
                .formatted(BEYOND, all);
    }
}
