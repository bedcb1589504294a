package dev.wherry.http.message;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.util.Map;

/** The status codes of HTTP for the failures of calls, and back. */
public final class StatusCodes {
    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(408, "Request Timeout"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    private StatusCodes() {}

    /** Returns the text of a status that says that a request has failed. */
    public static String title(int status) {
        return TITLES.getOrDefault(status, "Error");
    }

    /** Returns the status that answers a call that has failed. */
    public static int of(CallException failure) {
        return switch (failure.code()) {
            case INVALID_CALL -> 400;
            case UNAUTHENTICATED -> 401;
            case NOT_FOUND -> 404;
            case REFUSED -> failure.retryAfter() == null ? 403 : 429;
            case UNAVAILABLE, CANCELLED -> 503;
            case DEADLINE_EXCEEDED -> 504;
            case UNKNOWN_OUTCOME -> 502;
            case CODEC, INTERNAL -> 500;
        };
    }

    /** Returns what a status means for a call, if nothing else says so. */
    public static Code code(int status) {
        return switch (status) {
            case 400, 405, 406, 413, 414, 415, 422, 431, 501 -> Code.INVALID_CALL;
            case 401 -> Code.UNAUTHENTICATED;
            case 403, 429 -> Code.REFUSED;
            case 404, 410 -> Code.NOT_FOUND;
            case 503 -> Code.UNAVAILABLE;
            case 504 -> Code.DEADLINE_EXCEEDED;
            case 502 -> Code.UNKNOWN_OUTCOME;
            default -> Code.INTERNAL;
        };
    }
}
