package dev.wherry.dds.state;

import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.engine.DdsLog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The versions of a state in a file, which is replaced as a whole. It has a mark, and of each version a 1, whether it is a removal, its
 * time, the length of its payload, and the payload. A 0 and a checksum (CRC-32) end it.
 */
final class StateFile<V> implements AutoCloseable {
    private static final long MARK = 0x5765_7272_7953_7401L;
    private static final long PAUSE_MILLIS = 200;
    /** The header of a payload. */
    private static final int SHORTEST = 4;

    private final Path path;
    private final Collection<Version<V>> versions;
    private final Semaphore changes = new Semaphore(0);
    private final Thread thread;

    /** @param versions a view of what is saved */
    StateFile(Path path, Collection<Version<V>> versions) {
        this.path = path;
        this.versions = versions;
        thread = Thread.ofPlatform().daemon().name("wherry-dds-save").start(this::run);
    }

    /**
     * Reads a file.
     *
     * @return an empty list if the file does not exist
     * @throws IOException if it is not what was saved, or has more bytes than the limit
     */
    static <V> List<Version<V>> load(Path path, StateType<V> type, long mostBytes) throws IOException {
        List<Version<V>> loaded = new ArrayList<>();
        CRC32 sum = new CRC32();
        try (InputStream file = Files.newInputStream(path);
                DataInputStream in = new DataInputStream(new CheckedInputStream(new BufferedInputStream(file), sum))) {
            if (in.readLong() != MARK) {
                throw new IOException("it is not a file of a shared state");
            }
            long left = mostBytes;
            while (in.readBoolean()) {
                boolean isRemoval = in.readBoolean();
                long nanos = in.readLong();
                int length = in.readInt();
                left -= length;
                if (length < SHORTEST || left < 0) {
                    throw new IOException("it has a value of " + length + " bytes, or more than the limit of "
                            + mostBytes + " in all");
                }
                byte[] payload = in.readNBytes(length);
                if (payload.length < length) {
                    throw new EOFException();
                }
                loaded.add(
                        isRemoval
                                ? type.readRemoval(payload, 0, payload.length, nanos)
                                : type.readVersion(payload, 0, payload.length, nanos));
            }
            long expected = sum.getValue();
            if (in.readLong() != expected) {
                throw new IOException("its checksum is wrong");
            }
            return loaded;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (EOFException e) {
            throw new IOException("The shared state in " + path + " cannot be read: the file is too short", e);
        } catch (IOException | CdrException e) {
            throw new IOException("The shared state in " + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Something was stored. Does not block. */
    void changed() {
        changes.release();
    }

    private void run() {
        try {
            while (true) {
                changes.acquire();
                saveChanges();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            saveChanges(); // it is closed
        }
    }

    private void saveChanges() {
        changes.drainPermits();
        try {
            save();
        } catch (IOException e) {
            DdsLog.LOG.log(Level.ERROR, "The shared state cannot be saved in " + path, e);
        }
    }

    private void save() throws IOException {
        Path whole = path.toAbsolutePath();
        Path folder = whole.getParent();
        Path part = Files.createTempFile(folder, whole.getFileName().toString(), ".part");
        try {
            CRC32 sum = new CRC32();
            try (DataOutputStream out = new DataOutputStream(
                    new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(part)), sum))) {
                out.writeLong(MARK);
                for (Version<V> each : versions) {
                    out.writeBoolean(true);
                    out.writeBoolean(each.isRemoval());
                    out.writeLong(each.nanos());
                    out.writeInt(each.payload().length);
                    out.write(each.payload());
                }
                out.writeBoolean(false);
                out.writeLong(sum.getValue());
            }
            Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Saves what was changed. Returns when that is done. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
