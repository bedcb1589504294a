package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.function.Function;

/**
 * What a run has of a list of points that a claim speaks of. A verdict is given on a third of them, and on two at least where
 * there are more than one.
 *
 * @param all of the claim; each is one place, or several that belong together
 * @param here those of which the run has every place
 */
record ShareCount(List<List<Where>> all, List<List<Where>> here) {
    private static final int ONE_IN = 3;
    private static final int AT_LEAST = 2;

    static ShareCount of(List<List<Where>> points, Evidence evidence) {
        return new ShareCount(
                points,
                points.stream()
                        .filter(places -> places.stream().allMatch(evidence::has))
                        .toList());
    }

    /** Of places that stand each by itself. */
    static List<List<Where>> each(List<Where> at) {
        return at.stream().map(List::of).toList();
    }

    private boolean enough() {
        int least = Math.max(AT_LEAST, Math.ceilDiv(all.size(), ONE_IN));
        return here.size() >= Math.min(least, all.size());
    }

    /** What a verdict does without. */
    List<List<Where>> spared() {
        return enough() ? all.stream().filter(places -> !here.contains(places)).toList() : List.of();
    }

    /** What is judged. */
    List<List<Where>> asked() {
        return enough() ? here : all;
    }

    /** Each place by itself; at so many of all it may be otherwise. */
    Judgement judge(int exceptions, Function<Where, Part> part) {
        return Judgement.of(
                        asked().stream().map(List::getFirst).map(part).toList(),
                        exceptions(exceptions, all.size(), asked().size()))
                .at(this);
    }

    /** The exceptions that are allowed of so many: as many of all, and of fewer in proportion. */
    static int exceptions(int allowed, int of, int here) {
        return Math.round((float) allowed * here / of);
    }

    /** Before the figures; empty where all are here. */
    String told() {
        return told(here.size(), all.size());
    }

    static String told(int here, int of) {
        return here >= of ? "" : "At %d of %d points: ".formatted(here, of);
    }

    /** As a rule says it; empty where there are none. */
    static String rule(int exceptions, int of, String what) {
        return exceptions == 0
                ? ""
                : ", for all %s but %d of %d (of fewer in proportion)".formatted(what, exceptions, of);
    }
}
