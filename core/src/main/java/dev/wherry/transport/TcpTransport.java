package dev.wherry.transport;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@code tcp://host:port}, without delay ({@code TCP_NODELAY}). Without a port: 5739. */
public final class TcpTransport implements Transport {
    /** The port of an address that names none. */
    public static final int PORT = 5739;

    private static final int BACKLOG = 1024;

    @Override
    public String scheme() {
        return "tcp";
    }

    /** Tries the addresses of the host in turn; each has its share of the time that is left. */
    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        long until = System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(limit), Long.MAX_VALUE / 2);
        InetAddress[] candidates = candidates(to);
        IOException failed = null;
        for (int i = 0; i < candidates.length; i++) {
            long share = (until - System.nanoTime()) / (candidates.length - i);
            try {
                return connect(new InetSocketAddress(candidates[i], port(to)), share);
            } catch (IOException e) {
                if (failed != null) {
                    e.addSuppressed(failed);
                }
                failed = e;
            }
        }
        throw failed != null ? failed : new IOException("Host '" + host(to) + "' has no address");
    }

    private static InetAddress[] candidates(URI to) throws IOException {
        try {
            return InetAddress.getAllByName(host(to));
        } catch (UnknownHostException e) {
            throw new IOException("Unknown host '" + host(to) + "' in " + to, e);
        }
    }

    private static Link connect(InetSocketAddress address, long nanos) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, Integer.MAX_VALUE));
            return link(channel, true);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        InetSocketAddress address = new InetSocketAddress(candidates(at)[0], port(at));
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, BACKLOG);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            URI bound = URI.create("tcp://" + host(at) + ":" + port);
            return new Acceptor(channel, bound, each -> link(each, false), accepted, () -> {});
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static Link link(SocketChannel channel, boolean dialed) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        InetAddress ip = remote.getAddress();
        Identity peer =
                new Identity("address", shown(ip) + ":" + remote.getPort(), Map.of(Identity.IP, ip.getHostAddress()));
        return new ChannelLink(
                channel,
                peer,
                dialed ? uri(ip, remote.getPort()) : null,
                channel.socket().getInputStream());
    }

    private static String shown(InetAddress ip) {
        return ip instanceof Inet6Address ? "[" + ip.getHostAddress() + "]" : ip.getHostAddress();
    }

    private static URI uri(InetAddress ip, int port) {
        String host = ip.getHostAddress();
        if (ip instanceof Inet6Address six) {
            // The number of a scope, since an interface may have a name that a URI cannot hold.
            String plain = host.replaceFirst("%.*", "");
            host = "[" + plain + (six.getScopeId() == 0 ? "" : "%" + six.getScopeId()) + "]";
        }
        return URI.create("tcp://" + host + ":" + port);
    }

    private static String host(URI uri) {
        String host = uri.getHost();
        if (host == null) {
            throw new IllegalArgumentException(
                    "No host in '" + uri + "': expected tcp://host:port, such as tcp://127.0.0.1:5739");
        }
        if (uri.getRawQuery() != null) {
            throw new IllegalArgumentException("'?" + uri.getRawQuery() + "' in '" + uri + "': tcp has no options");
        }
        return host;
    }

    private static int port(URI uri) {
        int port = uri.getPort() == -1 ? PORT : uri.getPort();
        if (port > 65_535) {
            throw new IllegalArgumentException("Port " + port + " in '" + uri + "' is above 65535");
        }
        return port;
    }
}
