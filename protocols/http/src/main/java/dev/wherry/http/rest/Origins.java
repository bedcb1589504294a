package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which web sites' scripts may call (CORS), so that a page in a user's browser does not call in that user's name. A page can
 * make its own name resolve to this server (DNS rebinding). Then the browser takes the server for that of the page, and only the
 * {@code Host} of the request shows the name.
 */
final class Origins {
    private static final String ALLOWED = "content-type, wherry-timeout, authorization, traceparent";
    private static final Pattern IP = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");
    /** No site of the internet has such a name. */
    private static final Pattern WITHOUT_DOT = Pattern.compile("[a-z0-9_-]+");

    private static final Pattern PORT = Pattern.compile(":[0-9]*$");

    private final List<String> origins;
    private final Set<String> hosts;

    /** @param hosts names of this server */
    Origins(List<String> origins, List<String> hosts) {
        this.origins = origins;
        this.hosts = new HashSet<>(hosts);
        origins.forEach(each -> this.hosts.add(URI.create(each).getHost()));
    }

    /** Throws an {@link HttpError} if the request is, or can be, of a page that may not call. */
    void check(HttpRequest request, @Nullable String origin) {
        checkHost(request);
        if (origin == null) {
            if ("cross-site".equals(request.header(HttpNames.SEC_FETCH_SITE))) {
                throw new HttpError(403, "Scripts of other web sites may not call");
            }
        } else if (!isListed(origin) && !isOwn(request, origin)) {
            throw new HttpError(
                    403,
                    "Scripts of this web site may not call. HttpOptions.Builder.allowOrigins lists those that may");
        }
    }

    /**
     * Throws an {@link HttpError} if a call by GET can be of another site's page. A browser sends no origin with the request of an
     * image, and without TLS no {@code Sec-Fetch-Site} to another host. It always names itself, and the page only if the page lets it.
     */
    void checkGet(HttpRequest request) {
        if (request.header(HttpNames.ORIGIN) != null) {
            return;
        }
        String site = request.header(HttpNames.SEC_FETCH_SITE);
        boolean own = site == null
                ? request.isSecure() || !isOfBrowser(request) || isOfOwnPage(request)
                : site.equals("same-origin") || site.equals("none");
        if (!own) {
            throw new HttpError(
                    403,
                    "A page of another web site may have made this call. Use POST, or TLS and a page of this site");
        }
    }

    private static boolean isOfBrowser(HttpRequest request) {
        String agent = request.header(HttpNames.USER_AGENT);
        return agent != null && agent.startsWith("Mozilla/");
    }

    private static boolean isOfOwnPage(HttpRequest request) {
        String page = request.header(HttpNames.REFERER);
        return page != null && page.startsWith("http://" + request.header(HttpNames.HOST) + "/");
    }

    /**
     * Throws an {@link HttpError} as for another request. Browsers send the origin when they open a WebSocket, so others need no known
     * host.
     */
    void checkWebSocket(HttpRequest request) {
        String origin = request.header(HttpNames.ORIGIN);
        if (origin != null || request.header(HttpNames.SEC_FETCH_SITE) != null) {
            check(request, origin);
        }
    }

    /** With TLS, the browser has compared the name with the certificate. Of a plain request of a page it may send nothing but the host. */
    private void checkHost(HttpRequest request) {
        if (request.isSecure() || request.peer().kind().equals("unix")) {
            return;
        }
        String header = request.header(HttpNames.HOST);
        if (header == null || header.isEmpty()) {
            throw new HttpError(400, "The header Host is missing");
        }
        String host = PORT.matcher(header.toLowerCase(Locale.ROOT)).replaceFirst("");
        boolean known = IP.matcher(host).matches()
                || host.equals("localhost")
                || (!request.peer().isOfThisHost() && WITHOUT_DOT.matcher(host).matches())
                || hosts.contains(host);
        if (!known) {
            throw new HttpError(
                    403,
                    "The name in the header Host is not known to be one of this server. HttpOptions.Builder.allowHosts"
                            + " lists its names");
        }
    }

    private boolean isListed(String origin) {
        return origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    private static boolean isOwn(HttpRequest request, String origin) {
        return origin.equalsIgnoreCase((request.isSecure() ? "https://" : "http://") + request.header(HttpNames.HOST));
    }

    /** Adds the headers that let a browser give the answer to a page. */
    void allow(@Nullable String origin, RestResponse answer) {
        if (origin != null && isListed(origin)) {
            answer.with("Access-Control-Allow-Origin", origin);
            answer.headers().merge(HttpNames.VARY, HttpNames.ORIGIN, (one, other) -> one + ", " + other);
        }
    }

    /** Adds what a browser asks for before it calls. */
    void preflight(@Nullable String origin, RestResponse answer) {
        if (origin != null && isListed(origin)) {
            answer.with("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, PATCH")
                    .with("Access-Control-Allow-Headers", ALLOWED)
                    .with("Access-Control-Max-Age", "600");
        }
    }
}
