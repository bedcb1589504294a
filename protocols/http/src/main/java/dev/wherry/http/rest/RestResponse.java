package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer. For one thread. */
public final class RestResponse {
    private static final byte[] EMPTY = {};

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    private RestResponse(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Returns an answer with a body of this type. */
    static RestResponse of(int status, String type, byte[] body) {
        return new RestResponse(status, new LinkedHashMap<>(), body).with(HttpNames.CONTENT_TYPE, type);
    }

    /** Returns an answer without a body. */
    static RestResponse empty(int status) {
        return new RestResponse(status, new LinkedHashMap<>(), EMPTY);
    }

    /** Returns the status. */
    public int status() {
        return status;
    }

    /** Returns the headers by their names. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns the bytes of the body; none if there is no body. They must not be changed. */
    public byte[] body() {
        return body;
    }

    /** Returns the same answer with another body. */
    RestResponse withBody(byte[] other) {
        return new RestResponse(status, headers, other);
    }

    /** Returns the answer to a HEAD, which has the length of the body alone. */
    RestResponse withoutBody() {
        return body.length == 0 ? this : withBody(EMPTY).with(HttpNames.CONTENT_LENGTH, Integer.toString(body.length));
    }

    /** Adds a header. */
    RestResponse with(String name, String value) {
        headers.put(name, value);
        return this;
    }
}
