package dev.wherry.http.door;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides which web sites' scripts may call (CORS), so that a page in a user's browser does not call in that user's name. */
final class Origins {
    private static final String ALLOWED = "content-type, wherry-timeout, authorization, traceparent";

    private final List<String> origins;

    Origins(List<String> origins) {
        this.origins = origins;
    }

    /** Throws an {@link HttpError} if the request is of a page that may not call. */
    void check(HttpRequest request, @Nullable String origin) {
        if (origin == null) {
            if ("cross-site".equals(request.header("sec-fetch-site"))) {
                throw new HttpError(403, "Scripts of other web sites may not call");
            }
        } else if (!isListed(origin) && !isOwn(request, origin)) {
            throw new HttpError(
                    403,
                    "Scripts of this web site may not call. HttpOptions.Builder.allowOrigins lists those that may");
        }
    }

    private boolean isListed(String origin) {
        return origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    /** A name that an attacker makes resolve to this host is no name of it: over loopback only loopback's own names count. */
    private static boolean isOwn(HttpRequest request, String origin) {
        String host = request.header("host");
        if (host == null
                || !origin.substring(origin.indexOf("://") < 0 ? 0 : origin.indexOf("://") + 3)
                        .equalsIgnoreCase(host)) {
            return false;
        }
        return !request.peer().isOfThisHost() || host.matches("(?i)(localhost|127\\.[0-9.]+|\\[::1\\])(:\\d+)?");
    }

    /** Adds the headers that let a browser give the answer to a page. */
    void allow(@Nullable String origin, HttpAnswer answer) {
        if (origin != null && isListed(origin)) {
            answer.with("Access-Control-Allow-Origin", origin);
            answer.headers().merge("Vary", "Origin", (one, other) -> one + ", " + other);
        }
    }

    /** Adds what a browser asks for before it calls. */
    void preflight(@Nullable String origin, HttpAnswer answer) {
        if (origin != null && isListed(origin)) {
            answer.with("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, PATCH")
                    .with("Access-Control-Allow-Headers", ALLOWED)
                    .with("Access-Control-Max-Age", "600");
        }
    }
}
