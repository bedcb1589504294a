package dev.wherry.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The file of a Unix socket that is listened to. */
final class SocketFile {
    private static final int FORMAT = 0170000;
    private static final int SOCKET = 0140000;

    private final Path path;
    private final @Nullable Object key;

    private SocketFile(Path path, @Nullable Object key) {
        this.path = path;
        this.key = key;
    }

    /**
     * Binds the channel to a path at which nothing is, or a socket whose listener has died. Of several that do so at one
     * time, in whichever process, one succeeds.
     *
     * @throws BindException if something else is there, which is left alone
     */
    static SocketFile bind(ServerSocketChannel channel, UnixDomainSocketAddress address) throws IOException {
        Path path = address.getPath();
        try (PathLock _ = PathLock.take(path)) {
            try {
                channel.bind(address);
            } catch (BindException e) {
                requireAbandoned(address, e);
                Files.deleteIfExists(path);
                channel.bind(address);
            }
            return new SocketFile(path, key(path));
        }
    }

    private static void requireAbandoned(UnixDomainSocketAddress address, BindException inUse) throws IOException {
        Path path = address.getPath();
        if (!isSocket(path)) {
            throw inUse(path + " is there already, and is not a socket: it is left as it is", inUse);
        }
        if (isAnswered(address)) {
            throw inUse("the address is in use: another listener is at " + path, inUse);
        }
    }

    private static BindException inUse(String why, BindException cause) {
        BindException told = new BindException(why);
        told.initCause(cause);
        return told;
    }

    /** What a symbolic link leads to does not count. */
    private static boolean isSocket(Path path) throws IOException {
        try {
            return ((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & FORMAT) == SOCKET;
        } catch (NoSuchFileException e) {
            return true; // it went meanwhile, and leaves the path free
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther();
        }
    }

    /** Never waits: a listener whose queue is full is one, too. */
    private static boolean isAnswered(UnixDomainSocketAddress address) throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false);
            probe.connect(address);
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            return Files.exists(address.getPath(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** What differs for another file that is made at the same path. */
    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /**
     * Deletes it, unless it was deleted by hand and another is at its path. To be called before the channel is closed: as
     * long as somebody listens nobody takes the path over, and no other file can get this one's key.
     */
    void delete() {
        try {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && Objects.equals(key(path), key)) {
                Files.delete(path);
            }
        } catch (NoSuchFileException e) {
            // Deleted meanwhile, as was the aim.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
