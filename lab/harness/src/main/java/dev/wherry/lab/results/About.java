package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What kind of system it is, in words; all of them are given.
 *
 * @param interfaces the language that interfaces are written in
 * @param reference what its references refer to
 * @param protocol that it speaks
 * @param languages that it is for
 * @param licence that it comes under
 */
public record About(
        @JsonProperty("interface") String interfaces,
        String reference,
        String protocol,
        String languages,
        String licence) {

    /** Checks that nothing is left out. */
    public About {
        if (interfaces == null || reference == null || protocol == null || languages == null || licence == null) {
            throw new IllegalArgumentException("about needs interface, reference, protocol, languages and licence");
        }
    }
}
