package dev.wherry.lab.claims;

/** The cells of one system that bear on a claim. */
record Side(String system, Where at) {
    String label() {
        return system + ", " + at.label();
    }
}
