package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.ExtensionOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The options of an endpoint for HTTP, set by {@code EndpointOptions.builder().with(options)}. Immutable; for any thread.
 */
public final class HttpOptions implements ExtensionOption {
    private static final HttpOptions DEFAULTS = builder().build();

    private final List<String> origins;
    private final List<String> hosts;
    private final boolean health;
    private final boolean metrics;
    private final boolean page;
    private final int bodyBytes;
    private final Duration idleTime;
    private final @Nullable SSLContext clientTls;

    private HttpOptions(Builder builder) {
        origins = List.copyOf(builder.origins);
        hosts = List.copyOf(builder.hosts);
        health = builder.health;
        metrics = builder.metrics;
        page = builder.page;
        bodyBytes = builder.bodyBytes;
        idleTime = builder.idleTime;
        clientTls = builder.clientTls;
    }

    /** Returns the options of an endpoint that sets none. */
    public static HttpOptions defaults() {
        return DEFAULTS;
    }

    /** Returns the options of an endpoint, which are the defaults if it sets none. */
    public static HttpOptions in(EndpointOptions options) {
        HttpOptions own = options.extension(HttpOptions.class);
        return own == null ? DEFAULTS : own;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the web sites whose scripts may call, such as {@code https://shop.example}. If it is empty, only scripts of this server
     * may call.
     */
    public List<String> origins() {
        return origins;
    }

    /** Returns further names of the server that requests without TLS may have in their header {@code Host}. */
    public List<String> hosts() {
        return hosts;
    }

    /** Returns whether {@code /health} answers. */
    public boolean health() {
        return health;
    }

    /** Returns whether {@code /metrics} answers. */
    public boolean metrics() {
        return metrics;
    }

    /** Returns whether {@code /} is a page to try the calls. */
    public boolean page() {
        return page;
    }

    /** Returns the most bytes of a request's body, also after it was inflated. */
    public int bodyBytes() {
        return bodyBytes;
    }

    /** Returns after which time without a request a connection is closed. */
    public Duration idleTime() {
        return idleTime;
    }

    /** Returns what secures the client's connections to {@code https} addresses; null: what the JDK trusts. */
    public @Nullable SSLContext clientTls() {
        return clientTls;
    }

    /** Builds options. For one thread. */
    public static final class Builder {
        private final List<String> origins = new ArrayList<>();
        private final List<String> hosts = new ArrayList<>();
        private boolean health = true;
        private boolean metrics = true;
        private boolean page = true;
        private int bodyBytes = 16 << 20;
        private Duration idleTime = Duration.ofMinutes(5);
        private @Nullable SSLContext clientTls;

        private Builder() {}

        /**
         * Lets scripts of other web sites call (CORS; default none). Their hosts are allowed as by {@link #allowHosts}, as for a proxy
         * that terminates TLS.
         *
         * @param sites such as {@code https://shop.example}, with the port unless it is the usual one
         * @throws IllegalArgumentException if one is not an origin. {@code *} is refused, since it would allow every site
         */
        public Builder allowOrigins(String... sites) {
            for (String each : sites) {
                if (!each.matches("https?://[A-Za-z0-9.:\\[\\]-]+")) {
                    throw new IllegalArgumentException("'" + each + "' is not an origin such as https://shop.example");
                }
                origins.add(each.toLowerCase(Locale.ROOT));
            }
            return this;
        }

        /**
         * Allows names of this server in the header {@code Host} of requests without TLS. Without this, IP addresses and {@code localhost}
         * are allowed, and names without a dot unless the peer is of this host. A web site's script can only send a name of that site, also
         * if the site makes it resolve to this server.
         *
         * @param names such as {@code bank.internal}, without ports
         * @throws IllegalArgumentException if one is not a name
         */
        public Builder allowHosts(String... names) {
            for (String each : names) {
                if (!each.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*")) {
                    throw new IllegalArgumentException(
                            "'" + each + "' is not the name of a host such as bank.internal");
                }
                hosts.add(each.toLowerCase(Locale.ROOT));
            }
            return this;
        }

        /** Sets whether {@code /health} answers (default true). It says whether the server runs, and nothing else. */
        public Builder health(boolean on) {
            health = on;
            return this;
        }

        /** Sets whether {@code /metrics} answers, in the text format of Prometheus (default true). */
        public Builder metrics(boolean on) {
            metrics = on;
            return this;
        }

        /** Sets whether {@code /} is a page to try the calls (default true). */
        public Builder page(boolean on) {
            page = on;
            return this;
        }

        /**
         * Sets the most bytes of a request's body, also after it was inflated (default 16 MiB). The limit {@code messageBytes} of the
         * endpoint holds too.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder bodyBytes(int most) {
            if (most < 1) {
                throw new IllegalArgumentException("A body must be allowed at least one byte, not " + most);
            }
            bodyBytes = most;
            return this;
        }

        /**
         * Sets after which time without a request a connection is closed (default 5 min).
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder idleTime(Duration most) {
            if (most.isNegative() || most.isZero()) {
                throw new IllegalArgumentException("An idle time must be positive, not " + most);
            }
            idleTime = most;
            return this;
        }

        /** Sets what secures the client's connections to {@code https} addresses (default: the option
         * {@code Tls} of the endpoint; without it, what the JDK trusts). */
        public Builder clientTls(SSLContext context) {
            clientTls = Objects.requireNonNull(context, "context");
            return this;
        }

        /** Returns the options. */
        public HttpOptions build() {
            return new HttpOptions(this);
        }
    }
}
