package dev.wherry.transport;

import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Held by the one, of all processes, that binds a socket at a path: a locked file beside it, which is deleted afterwards.
 * The lock of a process that dies is free.
 */
final class PathLock implements AutoCloseable {
    /** A holder does nothing that takes time. */
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_MILLIS = 5;

    /** For this process: the system's locks are not a thread's. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final Path file;
    private final FileChannel channel;

    private PathLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** @throws BindException if others hold it for too long, or this thread is interrupted */
    static PathLock take(Path socket) throws IOException {
        Path file = socket.resolveSibling("." + socket.getFileName() + ".wherry-lock");
        long until = System.nanoTime() + LIMIT;
        PathLock taken = null;
        try {
            if (HERE.tryLock(LIMIT, TimeUnit.NANOSECONDS)) {
                taken = take(file, until);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BindException("interrupted while others begin to listen at " + socket);
        } finally {
            if (taken == null && HERE.isHeldByCurrentThread()) {
                HERE.unlock();
            }
        }
        if (taken == null) {
            throw new BindException("the address is in use: others begin to listen at " + socket + ", which has taken"
                    + " them longer than " + TimeUnit.NANOSECONDS.toSeconds(LIMIT) + " s");
        }
        return taken;
    }

    private static @Nullable PathLock take(Path file, long until) throws IOException, InterruptedException {
        while (System.nanoTime() - until < 0) {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            boolean taken = false;
            try {
                taken = channel.tryLock() != null && isThere(file, channel);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            if (taken) {
                return new PathLock(file, channel);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return null;
    }

    /** Whether what was opened is still at its path: who had the lock before has deleted its file. */
    private static boolean isThere(Path file, FileChannel channel) throws IOException {
        byte[] mark = UUID.randomUUID().toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        channel.write(ByteBuffer.wrap(mark), 0);
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Arrays.equals(mark, in.readNBytes(mark.length));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(file);
        } finally {
            HERE.unlock();
        }
    }
}
