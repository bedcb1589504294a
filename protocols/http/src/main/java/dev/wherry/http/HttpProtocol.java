package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.http.client.HttpRemote;
import dev.wherry.http.door.Door;
import dev.wherry.http.server.HttpServer;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import dev.wherry.tls.Tls;
import dev.wherry.tls.TlsAcceptor;
import dev.wherry.transport.TcpTransport;
import dev.wherry.transport.UnixTransport;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code http://host:port} and {@code https://host:port}: bound objects as JSON. Without a port: 80 and 443. For {@code https}
 * an endpoint that listens needs the option {@link Tls}.
 */
public final class HttpProtocol implements Protocol {
    private static final Logger LOG = System.getLogger("dev.wherry.http");
    private static final String SECURE = "https";

    private final EndpointOptions options;

    /** Found by the service loader. */
    public HttpProtocol() {
        this(EndpointOptions.defaults());
    }

    private HttpProtocol(EndpointOptions options) {
        this.options = options;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("http", SECURE);
    }

    @Override
    public Protocol with(EndpointOptions options) {
        return new HttpProtocol(options);
    }

    @Override
    public Listener listen(URI at, Objects objects) throws IOException {
        Door door = new Door(options);
        HttpServer server = new HttpServer(door, options.limits());
        @Nullable LinkAcceptor tls = SECURE.equals(at.getScheme()) ? tls() : null;
        Map<String, Integer> connections = new ConcurrentHashMap<>();
        URI tcp = URI.create("tcp://" + at.getRawAuthority() + (at.getPort() < 0 ? ":" + port(at) : ""));
        Listener listener = new TcpTransport().listen(tcp, link -> {
            String source = source(link.peer());
            if (!enter(connections, source)) {
                link.close();
                return;
            }
            Thread.ofVirtual()
                    .name("wherry-http-accept")
                    .start(() -> accept(link, tls, server, objects, () -> leave(connections, source)));
        });
        door.report(objects);
        URI bound = URI.create(at.getScheme() + "://" + listener.address().getRawAuthority());
        return new Listener() {
            @Override
            public URI address() {
                return bound;
            }

            @Override
            public void close() {
                listener.close();
                server.close();
            }
        };
    }

    private static int port(URI at) {
        return SECURE.equals(at.getScheme()) ? 443 : 80;
    }

    private LinkAcceptor tls() throws IOException {
        if (options.extension(Tls.class) == null) {
            throw new IOException("https needs a certificate: set the option Tls, such as Tls.folder(path)");
        }
        return new TlsAcceptor();
    }

    private void accept(Link link, @Nullable LinkAcceptor tls, HttpServer server, Objects objects, Runnable ended) {
        try {
            server.serve(tls == null ? link : opened(link, tls), objects, ended);
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    Level.DEBUG,
                    () -> "A connection of " + link.peer() + " ended before its first request: " + e.getMessage());
            link.close();
            ended.run();
        }
    }

    /** Returns the link within TLS, whose handshake may take no longer than any other. */
    private Link opened(Link link, LinkAcceptor tls) throws IOException {
        Thread closer = UnixTransport.closing(options.limits().handshakeTime(), link::close);
        try {
            Link within = tls.open(link, options);
            if (within == null) {
                throw new IOException("TLS gives no link");
            }
            return within;
        } finally {
            closer.interrupt();
        }
    }

    private static String source(Identity peer) {
        return peer.attributes().getOrDefault(Identity.IP, peer.toString());
    }

    private boolean enter(Map<String, Integer> connections, String source) {
        int all = connections.merge("", 1, Integer::sum);
        int own = connections.merge(source, 1, Integer::sum);
        if (all > options.limits().connections() || own > options.limits().connectionsPerPeer()) {
            leave(connections, source);
            return false;
        }
        return true;
    }

    private static void leave(Map<String, Integer> connections, String source) {
        for (String each : new String[] {"", source}) {
            connections.computeIfPresent(each, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    @Override
    public Remote connect(URI to, Class<?> type, Duration limit) throws IOException {
        return new HttpRemote(to, type, options);
    }
}
