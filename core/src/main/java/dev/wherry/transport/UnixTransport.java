package dev.wherry.transport;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * {@code unix:/path/of/the/socket}. The file is made by listening, taken over if its listener has died, and deleted by
 * closing. Who may connect is decided by the folder's permissions; the kernel tells the peer's user.
 */
public final class UnixTransport implements Transport {
    @Override
    public String scheme() {
        return "unix";
    }

    /** A Unix socket answers at once or not at all, so {@code limit} has nothing to cut short. */
    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(address(to));
            return link(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        UnixDomainSocketAddress address = address(at);
        Path path = address.getPath();
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            try {
                channel.bind(address);
            } catch (BindException e) {
                if (!isAbandoned(address)) {
                    throw e;
                }
                Files.delete(path);
                channel.bind(address);
            }
            return new Acceptor(
                    channel, URI.create("unix:" + at.getRawPath()), UnixTransport::link, accepted, () -> delete(path));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** A socket file at which nobody answers was left by a process that died. */
    private static boolean isAbandoned(UnixDomainSocketAddress address) throws IOException {
        if (!Files.exists(address.getPath()) || Files.isRegularFile(address.getPath())) {
            return false;
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(address);
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Link link(SocketChannel channel) throws IOException {
        UnixDomainPrincipal who = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
        String user = who.user().getName();
        return new ChannelLink(
                channel,
                new Identity(
                        "unix",
                        "user " + user,
                        Map.of("user", user, "group", who.group().getName())));
    }

    private static UnixDomainSocketAddress address(URI uri) {
        String path = uri.getPath();
        if (path == null || path.isEmpty()) {
            throw new IllegalArgumentException(
                    "No path in '" + uri + "': expected unix:/path/of/the/socket, such as unix:/run/bank.sock");
        }
        return UnixDomainSocketAddress.of(path);
    }
}
