package dev.wherry.lab.report;

import dev.wherry.lab.results.Results;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The data that travels inside the page: what the script draws, and what the reader may download. */
record EmbeddedData(Results results, List<Plot> plots, String csv) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * JSON that stands inside a {@code script} element. The characters that could end the element, open a comment in
     * it or end a line of script occur in JSON within strings only, so each may be written as its escape.
     */
    String toScript() {
        return JSON.writeValueAsString(this)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
