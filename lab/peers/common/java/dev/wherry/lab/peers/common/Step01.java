package dev.wherry.lab.peers.common;

/** The last step of a long errand. */
final class Step01 {
    private Step01() {}

    static int count() {
        return 1;
    }
}
