package dev.wherry.rmi;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint that this JVM's exported objects and registries share. It is created when it is first needed. These
 * properties configure it, so that a program for Java RMI need not be changed:
 *
 * <ul>
 *   <li>{@code -Dwherry.rmi.register=FILE}: classes that may travel, see {@link EndpointOptions.Builder#registerFrom};
 *   <li>{@code -Dwherry.rmi.host=ADDRESS}: the address at which it listens. By default it is each IPv6 and IPv4 address of
 *       the host, as with Java RMI; with {@code -Dwherry.learn} it is the loopback address;
 *   <li>{@code -Dwherry.rmi.socketFactories=ignore}: objects can be exported with a socket factory, which is not used;
 *   <li>{@code -Dwherry.rmi.threads=caller}, at both sides: all calls of one thread of a client run on one thread here.
 * </ul>
 *
 * <p>All methods may be called by any thread.
 */
public final class RmiEndpoint {
    private static @Nullable EndpointOptions options;
    private static @Nullable Endpoint endpoint;

    private RmiEndpoint() {}

    /**
     * Sets the options of the endpoint. They replace {@link #defaults()}.
     *
     * @throws IllegalStateException if the endpoint exists already: configure it before the first export, registry or
     *     lookup
     */
    public static synchronized void configure(EndpointOptions options) {
        if (endpoint != null) {
            throw new IllegalStateException(
                    "The endpoint of this JVM exists already. Configure it before the first object"
                            + " is exported or looked up");
        }
        RmiEndpoint.options = options;
    }

    /**
     * Returns the options of an endpoint that was not configured. Its codec is {@code java}, which preserves the same
     * state as Java RMI. The classes named by the property {@code wherry.rmi.register} may travel.
     */
    public static EndpointOptions defaults() {
        EndpointOptions defaults =
                EndpointOptions.builder().codecs("java", "compact").build();
        String file = System.getProperty("wherry.rmi.register");
        return file == null
                ? defaults
                : defaults.toBuilder().registerFrom(Path.of(file)).build();
    }

    /**
     * Returns the endpoint of this JVM, for functions that Java RMI does not have: statistics, further names, other
     * addresses.
     */
    public static synchronized Endpoint get() {
        Endpoint known = endpoint;
        if (known == null) {
            endpoint = known = Endpoint.create(options());
        }
        return known;
    }

    /** Creates another endpoint, for a further registry. */
    static synchronized Endpoint another() {
        return Endpoint.create(options());
    }

    private static EndpointOptions options() {
        EndpointOptions configured = options;
        if (configured == null) {
            options = configured = defaults();
        }
        return CallerThreads.in(configured);
    }

    /** Returns the port at which this JVM's objects can be called. */
    static synchronized int port() {
        return get().addresses().isEmpty() ? listen(get(), 0) : get().address().getPort();
    }

    /**
     * Listens at a port, unless the endpoint already does. The listener does not keep the JVM alive.
     *
     * @return the port; for 0, the port that was chosen
     * @throws CallException if the port is not free
     */
    static synchronized int listen(Endpoint endpoint, int port) {
        for (URI address : endpoint.addresses()) {
            if (port != 0 && address.getPort() == port) {
                return port;
            }
        }
        String host = System.getProperty("wherry.rmi.host");
        if (host != null) {
            return listen(endpoint, host.indexOf(':') >= 0 ? "[" + host + "]" : host, port);
        }
        if (System.getProperty("wherry.learn") != null) {
            return listen(endpoint, "127.0.0.1", port);
        }
        return listen(endpoint, hasIpv6() ? "[::]" : "0.0.0.0", port);
    }

    private static boolean hasIpv6() {
        try (SocketChannel _ = SocketChannel.open(StandardProtocolFamily.INET6)) {
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        } catch (IOException e) {
            return true; // another problem, which the attempt to listen will report
        }
    }

    private static int listen(Endpoint endpoint, String host, int port) {
        // The threads of a listener are daemons if the thread that creates it is a daemon.
        CompletableFuture<URI> bound = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                bound.complete(endpoint.listenAt("tcp://" + host + ":" + port));
            } catch (RuntimeException | Error e) {
                bound.completeExceptionally(e);
            }
        });
        try {
            return bound.join().getPort();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CallException known) {
                throw new CallException(known.code(), String.valueOf(known.getMessage()), known);
            }
            throw e;
        }
    }
}
