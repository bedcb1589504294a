package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The page to try the calls: one file without anything from elsewhere. */
final class Page {
    private static final byte[] HTML = load();
    private static final String POLICY = "default-src 'none'; connect-src 'self'; style-src '" + hash("style")
            + "'; script-src '" + hash("script") + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private Page() {}

    static RestResponse answer() {
        return RestResponse.of(200, "text/html; charset=utf-8", HTML)
                .with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", "same-origin")
                .with(HttpNames.CACHE_CONTROL, "no-cache");
    }

    private static byte[] load() {
        try (InputStream from = Page.class.getResourceAsStream("page.html")) {
            if (from == null) {
                throw new IllegalStateException("page.html is missing");
            }
            return from.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the hash that lets the one script or style of the page run, and no other. */
    private static String hash(String element) {
        String html = new String(HTML, StandardCharsets.UTF_8);
        int start = html.indexOf("<" + element + ">") + element.length() + 2;
        byte[] content =
                html.substring(start, html.indexOf("</" + element + ">", start)).getBytes(StandardCharsets.UTF_8);
        try {
            return "sha256-"
                    + Base64.getEncoder()
                            .encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
