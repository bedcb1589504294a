package dev.wherry.lab.peers.common;

/** One of the classes that a long errand needs one after the other. A version has as many of it as are requested. */
final class Step00 {
    private Step00() {}

    /** Returns how many steps there are from here on. */
    static int count() {
        return 1 + Step01.count();
    }
}
