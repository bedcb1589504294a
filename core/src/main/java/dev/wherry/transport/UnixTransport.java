package dev.wherry.transport;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * {@code unix:/path/of/the/socket}. A listener creates the file, and deletes it when it closes. It takes over a file whose
 * listener was one of Wherry and has died, and touches nothing else at the path. While there is a listener, {@code
 * socket.wherry-lock} is beside the file. The permissions of the folder decide which users may connect. The kernel reports the
 * peer's user.
 */
public final class UnixTransport implements Transport {
    @Override
    public String scheme() {
        return "unix";
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        // Nobody answers while the listener's queue is full, and this connect has no time-out of its own.
        Thread closer = LinkTimeout.closing(limit, channel);
        try {
            channel.connect(address(to));
            return link(channel);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (AsynchronousCloseException e) {
            throw new IOException("no answer within " + limit.toMillis() + " ms", e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        } finally {
            closer.interrupt();
        }
    }

    @Override
    public URI canonical(URI address) {
        address(address);
        return address;
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        UnixDomainSocketAddress address = address(at);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        SocketFile file = null;
        boolean listening = false;
        try {
            file = SocketFile.bind(channel, address);
            URI bound = URI.create(at.getScheme() + ":" + at.getRawPath());
            Listener listener = new Acceptor(channel, bound, UnixTransport::link, accepted, file::delete);
            listening = true;
            return listener;
        } catch (IOException e) {
            throw BindFailures.ofPath(address.getPath(), e);
        } finally {
            if (!listening) {
                try (channel) {
                    if (file != null) {
                        file.delete();
                    }
                }
            }
        }
    }

    private static Link link(SocketChannel channel) throws IOException {
        UnixDomainPrincipal who = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
        String user = who.user().getName();
        return new ChannelLink(
                channel,
                new Identity(
                        Identity.UNIX,
                        "user " + user,
                        Map.of("user", user, "group", who.group().getName())),
                null,
                null);
    }

    private static UnixDomainSocketAddress address(URI uri) {
        String path = uri.getPath();
        String scheme = uri.getScheme();
        if (path == null || path.isEmpty()) {
            throw new IllegalArgumentException("No path in '" + uri + "': expected " + scheme
                    + ":/path/of/the/socket, such as " + scheme + ":/run/bank.sock");
        }
        if (uri.getRawQuery() != null) {
            throw new IllegalArgumentException(
                    "'?" + uri.getRawQuery() + "' in '" + uri + "': " + scheme + " has no options");
        }
        return UnixDomainSocketAddress.of(path);
    }
}
