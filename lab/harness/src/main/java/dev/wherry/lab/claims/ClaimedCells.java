package dev.wherry.lab.claims;

/** The cells of one system that bear on a claim. */
record ClaimedCells(String system, Where at) {
    String label() {
        return system + ", " + at.label();
    }
}
