package dev.wherry.lab.claims;

record ClaimedCells(String system, Where at) {
    String label() {
        return system + ", " + at.label();
    }
}
