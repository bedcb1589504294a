package dev.wherry.lab.claims;

import java.util.List;

/**
 * No run of the lab could tell.
 *
 * @param why in a sentence
 */
record Untestable(String why) implements Test {
    Untestable {
        Requirements.check(why, "untestable needs why");
    }

    @Override
    public List<ClaimedCells> sides() {
        return List.of();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        throw new IllegalStateException("Nothing tests this: " + why);
    }

    @Override
    public String rule() {
        return "";
    }
}
