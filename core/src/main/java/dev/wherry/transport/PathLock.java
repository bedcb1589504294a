package dev.wherry.transport;

import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The lock of the one listener, of all processes, at the path of a Unix socket. It is a locked file beside the socket, which
 * names the process and the socket that the process has created. The file of a process that dies stays, without its lock. It
 * shows the next listener that the socket is abandoned, and was not created by another program.
 */
final class PathLock implements AutoCloseable {
    private static final String SUFFIX = ".wherry-lock";

    /** Far behind what is written: some systems let nobody read what is locked. */
    private static final long LOCKED = Long.MAX_VALUE - 1;

    private static final int LONGEST = 1000;
    /** Each but the last ends because another listener has just closed. */
    private static final int ATTEMPTS = 100;

    /** Recorded before there is a socket. */
    private static final String NONE = "none";
    /** Recorded while one is made at a path at which nothing was. */
    private static final String BEGUN = "begun";

    /** Keys of the files that this process holds: the system frees a lock when its process closes any channel of the file. */
    private static final Set<Object> HELD = new HashSet<>();

    private final Path socket;
    private final Path file;
    private final String mark = UUID.randomUUID().toString();
    private final FileChannel locked;
    /** The same file by its path; open for as long as it is locked. */
    private final FileChannel seen;

    private final @Nullable Object key;
    private String made;

    private PathLock(Path socket, Path file, FileChannel locked, FileChannel seen) throws IOException {
        this.socket = socket;
        this.file = file;
        this.locked = locked;
        this.seen = seen;
        key = key(file);
        made = word(locked, 2, NONE);
    }

    /** @throws BindException if another listener holds it */
    static PathLock take(Path socket) throws IOException {
        Path file = socket.resolveSibling(socket.getFileName() + SUFFIX);
        for (int i = 0; i < ATTEMPTS; i++) {
            synchronized (HELD) {
                Object key = key(file);
                if (key != null && HELD.contains(key)) {
                    throw inUse(socket, "this process listens");
                }
                PathLock taken = attempt(socket, file);
                if (taken != null) {
                    return taken;
                }
            }
        }
        throw inUse(socket, "other listeners begin and end");
    }

    private static @Nullable PathLock attempt(Path socket, Path file) throws IOException {
        FileChannel channel = open(file);
        FileChannel seen = null;
        PathLock taken = null;
        try {
            if (!tryLock(channel)) {
                String process = word(channel, 1, "");
                throw inUse(socket, (process.isEmpty() ? "another process" : "process " + process) + " listens");
            }
            seen = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            PathLock lock = new PathLock(socket, file, channel, seen);
            lock.record(lock.made);
            if (word(seen, 0, NONE).equals(lock.mark)) {
                taken = lock;
                if (lock.key != null) {
                    HELD.add(lock.key);
                }
            }
        } catch (NoSuchFileException e) {
            // The listener that held it before has deleted it.
        } finally {
            if (taken == null) {
                close(channel, seen);
            }
        }
        return taken;
    }

    private static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            BindException told = new BindException(file + " is there and cannot be opened (" + e
                    + "): a listener of another user may have left it. Delete it if none listens there");
            told.initCause(e);
            throw told;
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process, by a class of this name from another loader
        }
    }

    private static BindException inUse(Path socket, String why) {
        return new BindException(
                "the address is in use: " + why + " at " + socket + ". End that listener, or use another path");
    }

    /** Returns a word of the file: a mark, the process or the socket. */
    private static String word(FileChannel file, int index, String otherwise) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        file.read(bytes, 0);
        String[] words = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).split("\\s+", -1);
        return words.length > index && !words[index].isEmpty() ? words[index] : otherwise;
    }

    private void record(String socket) throws IOException {
        String text = mark + " " + ProcessHandle.current().pid() + " " + socket + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        int length = bytes.remaining();
        while (bytes.hasRemaining()) {
            locked.write(bytes, bytes.position());
        }
        locked.truncate(length);
        made = socket;
    }

    /** Whether the last listener that held this path made what is there, and died. To be called once nobody answers there. */
    boolean isAbandoned() throws IOException {
        return made.equals(BEGUN) || isMade();
    }

    /** Whether what is at the path was made by the listener that is recorded last. */
    boolean isMade() throws IOException {
        return made.equals(identity(socket));
    }

    /** Before the socket is made, at a path where nothing is: if this process dies before it is recorded, it is known. */
    void begin() throws IOException {
        record(BEGUN);
    }

    /** Records the socket, which has been made. */
    void recordMade() throws IOException {
        record(Objects.requireNonNullElse(identity(socket), NONE));
    }

    /**
     * Returns what differs for a file that is later created at the same path; null if there is none. The device is left out:
     * its number may change when the system starts again.
     */
    private static @Nullable String identity(Path path) throws IOException {
        boolean unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
        try {
            Map<String, Object> facts = Files.readAttributes(
                    path, unix ? "unix:ino,creationTime" : "creationTime", LinkOption.NOFOLLOW_LINKS);
            return facts.getOrDefault("ino", "") + "@" + facts.get("creationTime");
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Deletes the file, but where the socket that it records is left. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (!locked.isOpen()) {
                return;
            }
            try {
                if (!isMade() && Objects.equals(key, key(file))) {
                    Files.deleteIfExists(file);
                }
            } finally {
                if (key != null) {
                    HELD.remove(key);
                }
                close(locked, seen);
            }
        }
    }

    private static void close(FileChannel locked, @Nullable FileChannel seen) throws IOException {
        try (locked) {
            if (seen != null) {
                seen.close();
            }
        }
    }
}
