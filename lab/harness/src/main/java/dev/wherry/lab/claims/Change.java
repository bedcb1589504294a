package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.stream.Stream;

/**
 * A system's figure is higher, or lower, at one place than at another: with more callers, or in its first call.
 *
 * @param systems each of them
 * @param from what is compared with
 * @param to where it is higher or lower
 * @param mayLack systems without which the rest can be judged: they are named
 * @param exceptions how many of the systems may do otherwise
 */
record Change(
        Figure figure, List<String> systems, Place from, Place to, Direction is, List<String> mayLack, int exceptions)
        implements Test {
    Change {
        Given.check(figure, "change needs a figure");
        Given.check(systems, "change needs systems");
        Given.check(from, "change needs from");
        Given.check(to, "change needs to");
        Given.check(is, "change needs is: higher or lower");
        Given.check(exceptions >= 0 && exceptions < systems.size(), "change has too many exceptions");
        mayLack = Given.orNone(mayLack);
        Given.check(!mayLack.containsAll(systems), "change needs a system that may not lack");
    }

    @Override
    public List<Side> sides() {
        return systems.stream()
                .flatMap(system -> Stream.of(new Side(system, from), new Side(system, to)))
                .toList();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return judge(systems, exceptions, evidence, system -> part(system, evidence));
    }

    private Part part(String system, Evidence evidence) {
        Sample before = evidence.sample(figure, new Side(system, from));
        Sample after = evidence.sample(figure, new Side(system, to));
        return new Part(after.is(is, before), Steady.tell(figure, system, from, before, to, after));
    }

    @Override
    public String rule() {
        String all = Share.rule(exceptions, systems.size(), "systems");
        return "%s at the second point, %s%s".formatted(is.word(), BEYOND, all);
    }
}
