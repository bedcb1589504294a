package dev.wherry.lab.peers.common;

/** One of the classes that a long errand needs one after the other: a version has as many of it as are asked for. */
final class Step00 {
    private Step00() {}

    /** How many steps there are from here on. */
    static int count() {
        return 1 + Step01.count();
    }
}
