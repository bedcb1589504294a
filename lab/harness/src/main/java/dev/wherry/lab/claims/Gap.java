package dev.wherry.lab.claims;

import java.util.List;

/**
 * A system's figure is higher, or lower, than another's, and farther from it at one place than at another, where it must not
 * stand the other way.
 *
 * @param is which way its figure is from the other's
 * @param from where the gap is the narrower
 * @param to where it is the wider
 */
record Gap(Figure figure, String system, String than, Direction is, Where from, Where to) implements Test {
    Gap {
        Requirements.check(figure, "gap needs a figure");
        Requirements.check(system, "gap needs a system");
        Requirements.check(than, "gap needs than, another system");
        Requirements.check(is, "gap needs is: higher or lower");
        Requirements.check(is != Direction.NO_HIGHER, "gap takes higher or lower alone");
        Requirements.check(from, "gap needs from");
        Requirements.check(to, "gap needs to");
    }

    @Override
    public List<ClaimedCells> sides() {
        return List.of(
                new ClaimedCells(system, from),
                new ClaimedCells(than, from),
                new ClaimedCells(system, to),
                new ClaimedCells(than, to));
    }

    @Override
    public Judgement judge(Evidence evidence) {
        double narrow = ratio(from, evidence);
        double wide = ratio(to, evidence);
        Finding finding = apart(to, evidence)
                .and(apart(from, evidence) == Finding.OPPOSED ? Finding.OPPOSED : Finding.HOLDS)
                .and(rounds(to, evidence).is(is, rounds(from, evidence)));
        List<Where> both = List.of(from, to);
        return Judgement.of(
                finding,
                "%s beside %s: %s at %s, %s at %s."
                        .formatted(
                                system,
                                than,
                                Percent.say(narrow, 1),
                                from.label(both),
                                Percent.say(wide, 1),
                                to.label(both)));
    }

    private Finding apart(Where where, Evidence evidence) {
        return evidence.sample(figure, new ClaimedCells(system, where))
                .is(is, evidence.sample(figure, new ClaimedCells(than, where)));
    }

    private double ratio(Where where, Evidence evidence) {
        return evidence.sample(figure, new ClaimedCells(system, where)).median()
                / evidence.sample(figure, new ClaimedCells(than, where)).median();
    }

    /** The rounds alternate between the systems, so that those of one number belong together. */
    private Sample rounds(Where where, Evidence evidence) {
        return evidence.sample(figure, new ClaimedCells(system, where))
                .over(evidence.sample(figure, new ClaimedCells(than, where)));
    }

    @Override
    public String rule() {
        return "%s at the second point and not the other way at the first; the ratio farther from 1, %s (taken round by round)"
                .formatted(is.word(), BEYOND);
    }
}
