package dev.wherry.lab.claims;

import java.util.List;

/**
 * The share of a claim's points that a run has. A verdict needs a third of them, and two at least if there are more than one.
 *
 * @param all points of the claim, each one place or several that belong together
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

    private boolean enough() {
        int least = Math.max(AT_LEAST, Math.ceilDiv(all.size(), ONE_IN));
        return here.size() >= Math.min(least, all.size());
    }

    /** Returns the points that the verdict does without. */
    List<List<Where>> spared() {
        return enough() ? all.stream().filter(places -> !here.contains(places)).toList() : List.of();
    }

    List<List<Where>> asked() {
        return enough() ? here : all;
    }

    /** Returns a prefix of the figures that names the share; empty if all points are here. */
    String covered() {
        return covered(here.size(), all.size());
    }

    static String covered(int here, int of) {
        return here >= of ? "" : "At %d of %d points: ".formatted(here, of);
    }

    /** Returns the exceptions among those that are here, in proportion to those allowed of all. */
    static int exceptions(int allowed, int of, int here) {
        return Math.round((float) allowed * here / of);
    }

    /** Returns the clause of a rule that names the exceptions; empty if there are none. */
    static String rule(int exceptions, int of, String what) {
        return exceptions == 0
                ? ""
                : ", for all %s but %d of %d (of fewer in proportion)".formatted(what, exceptions, of);
    }
}
