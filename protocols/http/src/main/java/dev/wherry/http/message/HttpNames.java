package dev.wherry.http.message;

/** Names of headers, which are compared without regard to the case of letters, and of media types. */
public final class HttpNames {
    public static final String ACCEPT = "Accept";
    public static final String ACCEPT_ENCODING = "Accept-Encoding";
    public static final String ALLOW = "Allow";
    public static final String AUTHORIZATION = "Authorization";
    public static final String CACHE_CONTROL = "Cache-Control";
    public static final String CONNECTION = "Connection";
    public static final String CONTENT_ENCODING = "Content-Encoding";
    public static final String CONTENT_LENGTH = "Content-Length";
    public static final String CONTENT_TYPE = "Content-Type";
    public static final String HOST = "Host";
    public static final String LOCATION = "Location";
    public static final String ORIGIN = "Origin";
    public static final String REFERER = "Referer";
    public static final String RETRY_AFTER = "Retry-After";
    public static final String SEC_FETCH_SITE = "Sec-Fetch-Site";
    public static final String SEC_WEBSOCKET_ACCEPT = "Sec-WebSocket-Accept";
    public static final String SEC_WEBSOCKET_EXTENSIONS = "Sec-WebSocket-Extensions";
    public static final String SEC_WEBSOCKET_KEY = "Sec-WebSocket-Key";
    public static final String SEC_WEBSOCKET_PROTOCOL = "Sec-WebSocket-Protocol";
    public static final String SEC_WEBSOCKET_VERSION = "Sec-WebSocket-Version";
    public static final String UPGRADE = "Upgrade";
    public static final String USER_AGENT = "User-Agent";
    public static final String VARY = "Vary";
    public static final String WWW_AUTHENTICATE = "WWW-Authenticate";

    /** The trace of a call, as W3C Trace Context has it. */
    public static final String TRACEPARENT = "traceparent";

    /** The time that a call may take, in milliseconds. */
    public static final String WHERRY_TIMEOUT = "Wherry-Timeout";

    /** The identity that a proxy states for its client. */
    public static final String FORWARDED_IDENTITY = "X-Forwarded-Identity";

    /** JSON. */
    public static final String JSON = "application/json";

    /** A failure as RFC 9457 describes it. */
    public static final String PROBLEM_JSON = "application/problem+json";

    private HttpNames() {}
}
