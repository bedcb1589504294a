package dev.wherry.ledger;

import dev.wherry.internal.wire.Id128;
import dev.wherry.ledger.FileLedger.DamagedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of a ledger. Records are added at its end only. All numbers are big-endian.
 *
 * <pre>
 * head      "WHERRYL", "1", number of the file (8), number of the oldest file (8), size of the file before (8), id of the ledger (16),
 *           random number (8), checksum of these (4)
 * record    position in the file (8), length of the body (4), checksum of these (4), checksum of position and body (4), body
 * body      1 begun or 2 answered (1), time in milliseconds (8), digest of the call (16), text of the call or answer
 * </pre>
 *
 * A record that is found at another position than its own proves that bytes were removed before it. Checksums are CRC32C. Those of records
 * include the random number, which is never sent, so that the bytes of an answer cannot pass for a record. The ledger guards all methods
 * but {@link #force}.
 */
final class LedgerFile {
    static final byte BEGUN = 1;
    static final byte ANSWERED = 2;

    private static final int RECORD = 20;
    private static final int BODY = 25;

    /**
     * The beginning of a file.
     *
     * @param oldest the number of the oldest file whose records had not expired when this file was created
     * @param previous the size of the file before, which gets no more records
     * @param random makes the checksums of this file differ from those of others
     */
    record Head(long number, long oldest, long previous, UUID ledger, long random) {
        static final int BYTES = 60;

        private static final long MAGIC = 0x5748455252594C31L; // WHERRYL1

        byte[] bytes() {
            ByteBuffer head = ByteBuffer.allocate(BYTES).putLong(MAGIC).putLong(number);
            head.putLong(oldest).putLong(previous);
            head.putLong(ledger.getMostSignificantBits()).putLong(ledger.getLeastSignificantBits());
            head.putLong(random).putInt(sum(0, 0, head.array(), 0, BYTES - Integer.BYTES));
            return head.array();
        }

        /** @throws DamagedException if the file does not begin with the head of this number */
        static Head read(Path path, long number) throws IOException {
            byte[] bytes;
            try (InputStream file = Files.newInputStream(path)) {
                bytes = file.readNBytes(BYTES);
            }
            if (bytes.length < BYTES) {
                throw damaged(path, bytes.length, "the file ends before its head is whole");
            }
            ByteBuffer head = ByteBuffer.wrap(bytes);
            long magic = head.getLong();
            if (magic != MAGIC && magic >> Byte.SIZE == MAGIC >> Byte.SIZE) {
                throw damaged(path, 7, "the file has version " + (bytes[7] - '0') + ", and only version 1 can be read");
            }
            Head read = new Head(
                    head.getLong(),
                    head.getLong(),
                    head.getLong(),
                    new UUID(head.getLong(), head.getLong()),
                    head.getLong());
            if (!Arrays.equals(bytes, read.bytes())) {
                throw damaged(path, 0, "the head is not that of a file of a ledger of calls");
            }
            if (read.number != number) {
                throw damaged(path, 8, "the file has the number " + read.number + ", not that of its name");
            }
            return read;
        }
    }

    final Path path;
    final Head head;
    private final RandomAccessFile file;
    /** The position of the answer's record of each call; 0: the call has begun. */
    private final Map<Id128, Long> calls = new HashMap<>();

    private volatile long size = Head.BYTES;
    /** The times of the oldest and the newest record. */
    long first = Long.MAX_VALUE;

    long last = Long.MIN_VALUE;
    private final Object forcing = new Object();
    /** The size that is known to be on the disk; guarded by {@link #forcing}. */
    private long forced;

    LedgerFile(Path path, Head head, RandomAccessFile file) {
        this.path = path;
        this.head = head;
        this.file = file;
    }

    /**
     * Reads the records. The size is then that of the part that is whole.
     *
     * @param bytes of the whole file
     * @throws DamagedException if bytes are damaged, missing or added before a whole record
     */
    void read(byte[] bytes) throws DamagedException {
        int at = Head.BYTES;
        for (int next = end(bytes, at, at); next > 0; next = end(bytes, at, at)) {
            ByteBuffer body = ByteBuffer.wrap(bytes, at + RECORD, BODY);
            add(body.get(), body.getLong(), new Id128(body.getLong(), body.getLong()), at);
            at = next;
        }
        size = at;
        ByteBuffer all = ByteBuffer.wrap(bytes);
        for (int behind = at; behind <= bytes.length - RECORD; behind++) {
            if (end(bytes, behind, all.getLong(behind)) > 0) {
                throw damaged(path, at, "no whole record is there, but one is at byte " + behind);
            }
        }
    }

    /**
     * Checks a file that was read, and is not the newest.
     *
     * @param length of the file
     * @param expected its size when the next file was created
     */
    void checkEnd(long length, long expected) throws DamagedException {
        if (size != expected || length != expected) {
            throw damaged(path, size, "the records end there, but the next file says that they end at " + expected);
        }
    }

    static DamagedException damaged(Path path, long at, String what) {
        return new DamagedException(
                path + " is damaged at byte " + at + ": " + what + ". So it is not known which calls were run."
                        + " Restore the file; or move the directory of the ledger away, after which calls that were made before"
                        + " may run again");
    }

    /**
     * Returns where a whole record ends; 0 if there is none.
     *
     * @param position at which it must have been written
     */
    private int end(byte[] bytes, int at, long position) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        if (bytes.length - at < RECORD + BODY) {
            return 0;
        }
        int length = all.getInt(at + 8);
        boolean whole = length >= BODY
                && length <= bytes.length - at - RECORD
                && all.getLong(at) == position
                && all.getInt(at + 12) == sum(head.random, position, bytes, at + 8, Integer.BYTES)
                && all.getInt(at + 16) == sum(head.random, position, bytes, at + RECORD, length);
        return whole ? at + RECORD + length : 0;
    }

    private static int sum(long random, long position, byte[] bytes, int from, int length) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(random)
                .putLong(position)
                .flip());
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    private void add(byte type, long millis, Id128 call, long at) {
        calls.merge(call, type == BEGUN ? 0 : at, Math::max);
        first = Math.min(first, millis);
        last = Math.max(last, millis);
    }

    /** Adds a record at the end. If this fails, a part of it may be there. The next record is written over it. */
    void append(byte type, long millis, Id128 call, byte[] rest) throws IOException {
        long at = size;
        int length = Math.addExact(BODY, rest.length);
        ByteBuffer record = ByteBuffer.allocate(Math.addExact(RECORD, length));
        record.putLong(at).putInt(length).position(RECORD);
        record.put(type).putLong(millis);
        record.putLong(call.high()).putLong(call.low());
        record.put(rest);
        record.putInt(12, sum(head.random, at, record.array(), 8, Integer.BYTES));
        record.putInt(16, sum(head.random, at, record.array(), RECORD, length));
        file.seek(at);
        file.write(record.array());
        add(type, millis, call, at);
        size = at + record.capacity();
    }

    /** Writes the file to the disk, up to a position at least. Callers that wait for each other share one write. */
    void force(long end) throws IOException {
        synchronized (forcing) {
            if (forced < end) {
                long all = size;
                file.getFD().sync();
                forced = all;
            }
        }
    }

    /** Cuts off what was not written completely, and writes the rest to the disk. Returns how many bytes were cut off. */
    long cut() throws IOException {
        long more = file.length() - size;
        if (more > 0) {
            file.setLength(size);
        }
        force(size);
        return more;
    }

    boolean has(Id128 call) {
        return calls.containsKey(call);
    }

    /** Returns the answer of a call; null if this file has none. */
    byte @Nullable [] answer(Id128 call) throws IOException {
        long at = calls.getOrDefault(call, 0L);
        if (at == 0) {
            return null;
        }
        file.seek(at + Long.BYTES);
        byte[] record = new byte[RECORD + (int) Math.clamp(file.readInt(), BODY, size - at - RECORD)];
        file.seek(at);
        file.readFully(record);
        if (end(record, 0, at) != record.length) {
            throw damaged(path, at, "the record of an answer has changed since it was written or read");
        }
        return Arrays.copyOfRange(record, RECORD + BODY, record.length);
    }

    long size() {
        return size;
    }

    void close() throws IOException {
        file.close();
    }
}
