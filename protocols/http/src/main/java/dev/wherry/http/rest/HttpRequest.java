package dev.wherry.http.rest;

import dev.wherry.Identity;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** One request, as any server of HTTP can provide it. For one thread. */
public interface HttpRequest {
    /** Returns the method, such as {@code POST}. */
    String method();

    /** Returns the path as it was sent, with its escapes; empty if that is the whole {@link #prefix}, without a slash. */
    String path();

    /** Returns the path at which the server has mounted this, which {@link #path} is without; empty if it has the whole server. */
    default String prefix() {
        return "";
    }

    /** Returns the query as it was sent, without the question mark; null if there is none. */
    @Nullable
    String query();

    /**
     * Returns the value of a header, several values separated by commas; null if it is not there. The case of letters in the name
     * does not matter.
     */
    @Nullable
    String header(String name);

    /** Returns the bytes of the body, which need not have been received yet. */
    InputStream body();

    /** Returns the other end, as far as its link knows it. */
    Identity peer();

    /** Returns whether it was received with TLS. */
    default boolean isSecure() {
        return peer().attributes().containsKey("tls");
    }
}
