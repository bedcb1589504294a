package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.Cell;

/** Where the two ends were that a claim speaks of. A run has them in one way only. */
enum EndsPlacement {
    /** On one host. */
    @JsonProperty("local")
    LOCAL(
            "both ends on one host",
            "It is about one host, and this run has a network between the ends: leave out --placement veth and"
                    + " --server-prefix."),
    /** With a network between them, be it of two namespaces of one host. */
    @JsonProperty("remote")
    REMOTE(
            "a network between the ends",
            "It is about two hosts, and this run has one: --server-prefix starts the servers on another, and"
                    + " --placement veth a network of namespaces between the ends.");

    private final String words;
    private final String otherwise;

    EndsPlacement(String words, String otherwise) {
        this.words = words;
        this.otherwise = otherwise;
    }

    boolean has(Cell cell) {
        return cell.hasNetwork() == (this == REMOTE);
    }

    /** As a rule says it. */
    String words() {
        return words;
    }

    /** Why a run with the others cannot tell, and how to get one that can. */
    String otherwise() {
        return otherwise;
    }
}
