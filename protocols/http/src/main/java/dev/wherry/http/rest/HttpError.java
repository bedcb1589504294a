package dev.wherry.http.rest;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request that is refused with a status. */
public final class HttpError extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    /** Creates an error without a stack trace, since it describes a request. */
    public HttpError(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** Adds a header to the answer. */
    public HttpError with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }
}
