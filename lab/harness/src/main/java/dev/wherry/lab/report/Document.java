package dev.wherry.lab.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.wherry.lab.results.Results;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report as one HTML file. Its content security policy allows the page's own scripts, by hash, and nothing else: no
 * other script runs and no request leaves the page, whatever the results hold.
 */
final class Document {
    private static final String LIBRARY = "echarts/";

    private Document() {}

    static String of(Results results) throws IOException {
        Page page = Page.of(results);
        Properties library = new Properties();
        try (InputStream in = resource(LIBRARY + "library.properties")) {
            library.load(in);
        }
        String watch = text("watch.js");
        String plots = text(LIBRARY + library.getProperty("file"));
        String script = text("report.js");
        String data = new EmbeddedData(results, page.plots(), Csv.COLUMNS).toScript();
        Template template = Mustache.compiler()
                .strictSections(true)
                .emptyStringIsFalse(true)
                .withLoader(name -> new StringReader(text(name + ".mustache")))
                .compile(new StringReader(text("report.mustache")));
        return template.execute(new Frame(
                page,
                "%s %s %s".formatted(hash(watch), hash(plots), hash(script)),
                text("report.css"),
                watch,
                plots,
                script,
                data,
                library.getProperty("name"),
                library.getProperty("version"),
                library.getProperty("license")));
    }

    static String text(String name) throws IOException {
        try (InputStream in = resource(name);
                InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = Document.class.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("The lab was built without its file %s: build it again".formatted(name));
        }
        return in;
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** The template's outermost names: the files that are part of the page, and the page. */
    record Frame(
            Page page,
            String scriptHashes,
            String styles,
            String watch,
            String library,
            String script,
            String data,
            String libraryName,
            String libraryVersion,
            String libraryLicense) {}

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
}
