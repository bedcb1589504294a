package dev.wherry.lab.report;

import dev.wherry.lab.results.Results;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** The data in the page: what the script draws, the results that the reader may download, and the columns of their table. */
record EmbeddedData(Results results, List<Plot> plots, List<List<String>> columns) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** JSON, compressed, in characters that end no {@code script} element. */
    String toScript() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(JSON.writeValueAsBytes(this));
        }
        return Base64.getEncoder().encodeToString(compressed.toByteArray());
    }
}
