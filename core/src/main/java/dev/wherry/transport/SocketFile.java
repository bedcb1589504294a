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

/** The file of a Unix socket that is listened to. */
record SocketFile(Path path, PathLock lock) {
    private static final int FORMAT = 0170000;
    private static final int SOCKET = 0140000;

    /**
     * Binds the channel to a path at which nothing is, or the socket of a listener of Wherry that has died. Of several that
     * do so at one time, in whichever process, one succeeds.
     *
     * @throws BindException if something else is there, which is left alone
     */
    static SocketFile bind(ServerSocketChannel channel, UnixDomainSocketAddress address) throws IOException {
        Path path = address.getPath();
        PathLock lock = PathLock.take(path);
        boolean bound = false;
        boolean recorded = false;
        try {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                requireAbandoned(address, lock);
                Files.deleteIfExists(path);
            }
            lock.begin();
            channel.bind(address);
            bound = true;
            lock.recordMade();
            recorded = true;
            return new SocketFile(path, lock);
        } finally {
            if (!recorded) {
                try (lock) {
                    if (bound) {
                        Files.deleteIfExists(path);
                    }
                }
            }
        }
    }

    private static void requireAbandoned(UnixDomainSocketAddress address, PathLock lock) throws IOException {
        Path path = address.getPath();
        if (!isSocket(path)) {
            throw new BindException(path + " is there already, and is not a socket: it is left as it is."
                    + " Use another path, or delete it");
        }
        if (isAnswered(address)) {
            throw new BindException("the address is in use: another program listens at " + path
                    + ". End that listener, or use another path");
        }
        if (!lock.isAbandoned()) {
            throw new BindException(
                    path + " is a socket already, and nothing records that Wherry made it: it is left as"
                            + " it is. It belongs to another program, or to an earlier version of Wherry that did not end in"
                            + " order. Delete it if no program uses it, or use another path");
        }
    }

    /** Returns whether the path itself is a socket. Symbolic links are not followed. */
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

    /**
     * Deletes it, unless it was deleted by hand and another is at its path. To be called before the channel is closed: as
     * long as somebody listens no other file can be taken for it.
     */
    void delete() {
        try (lock) {
            if (lock.isMade()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
