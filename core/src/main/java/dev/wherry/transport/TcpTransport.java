package dev.wherry.transport;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
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

    @Override
    public URI canonical(URI address) {
        TcpAddress parsed = TcpAddress.of(address);
        return parsed.canonical(port(parsed));
    }

    /** Tries the addresses of the host in turn; each has its share of the time that is left. */
    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        long until = System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(limit), Long.MAX_VALUE / 2);
        TcpAddress address = TcpAddress.of(to);
        InetAddress[] candidates = candidates(address);
        IOException failed = null;
        for (int i = 0; i < candidates.length; i++) {
            long share = (until - System.nanoTime()) / (candidates.length - i);
            try {
                return connect(new InetSocketAddress(candidates[i], port(address)), share);
            } catch (IOException e) {
                if (failed != null) {
                    e.addSuppressed(failed);
                }
                failed = e;
            }
        }
        if (failed == null) {
            throw new IOException("Host '" + address.host() + "' has no address");
        }
        throw address.port() < 0 ? assuming(failed) : failed;
    }

    private static IOException assuming(IOException failed) {
        return new IOException(
                failed.getMessage() + " (port " + PORT + ", the default, since the address names none)", failed);
    }

    private static int port(TcpAddress address) {
        return address.port() < 0 ? PORT : address.port();
    }

    private static InetAddress[] candidates(TcpAddress address) throws IOException {
        try {
            return address.resolve();
        } catch (UnknownHostException e) {
            throw BindFailures.unknown(address.host(), e);
        }
    }

    private static Link connect(InetSocketAddress address, long nanos) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, Integer.MAX_VALUE));
            return link(channel, true);
        } catch (IOException | RuntimeException e) {
            channel.close();
            BindFailures.requireFamily(address.getAddress());
            throw e;
        }
    }

    /** At the first address of the host. {@code 0.0.0.0} means all of IPv4, {@code [::]} all of IPv6 and IPv4. */
    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        TcpAddress address = TcpAddress.of(at);
        InetAddress ip = candidates(address)[0];
        ServerSocketChannel channel = open(ip);
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(ip, port(address)), BACKLOG);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return new Acceptor(channel, address.withPort(port), each -> link(each, false), accepted, () -> {});
        } catch (BindException e) {
            channel.close();
            throw BindFailures.ofTcp(ip, port(address), e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            BindFailures.requireFamily(ip);
            throw e;
        }
    }

    /** A socket of IPv6 listens to IPv4, too. */
    private static ServerSocketChannel open(InetAddress ip) throws IOException {
        return ip instanceof Inet4Address
                ? ServerSocketChannel.open(StandardProtocolFamily.INET)
                : ServerSocketChannel.open();
    }

    private static Link link(SocketChannel channel, boolean dialed) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        InetAddress ip = remote.getAddress();
        Identity peer = new Identity(
                Identity.ADDRESS, shown(ip) + ":" + remote.getPort(), Map.of(Identity.IP, ip.getHostAddress()));
        return new ChannelLink(
                channel,
                peer,
                dialed ? uri(ip, remote.getPort()) : null,
                channel.socket().getInputStream());
    }

    private static String shown(InetAddress ip) {
        return ip instanceof Inet6Address ? "[" + TcpAddress.text(ip) + "]" : ip.getHostAddress();
    }

    private static URI uri(InetAddress ip, int port) {
        String host = TcpAddress.text(ip);
        if (ip instanceof Inet6Address six) {
            // The number of a scope, since an interface may have a name that a URI cannot hold.
            String plain = host.replaceFirst("%.*", "");
            host = "[" + plain + (six.getScopeId() == 0 ? "" : "%" + six.getScopeId()) + "]";
        }
        return URI.create("tcp://" + host + ":" + port);
    }
}
