package dev.wherry.lab.results;

import java.util.List;
import java.util.Map;

/**
 * What a suite was run with in place of what its preset says: who measures it again needs the same.
 *
 * @param suite which
 * @param params values by parameter
 * @param uncapped whether cells went on however long they took
 */
public record Terms(String suite, Map<String, List<Long>> params, boolean uncapped) {
    /** None: all is as the preset says. */
    static Terms usual(String suite) {
        return new Terms(suite, Map.of(), false);
    }
}
