package dev.wherry;

import dev.wherry.CallLedger.DamagedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
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
 * head      "WHERRYL1", number of the file (8), id of the ledger (16), checksum of these (4)
 * record    length of the body (4), checksum of position and length (4), checksum of position and body (4), body
 * body      1 begun or 2 answered (1), time in milliseconds (8), digest of the call (16), text of the call or answer
 * </pre>
 *
 * Checksums are CRC32C. They include the position, so that the bytes of an answer cannot pass for a record. The ledger guards all
 * methods but {@link #force}.
 */
final class LedgerFile {
    static final int HEAD = 36;
    static final byte BEGUN = 1;
    static final byte ANSWERED = 2;

    private static final long MAGIC = 0x5748455252594C31L; // WHERRYL1
    private static final int RECORD = 12;
    private static final int BODY = 25;

    final Path path;
    final long number;
    private final RandomAccessFile file;
    /** The position of the answer's record of each call; 0: the call has begun. */
    private final Map<UUID, Long> calls = new HashMap<>();

    private volatile long size;
    /** The times of the oldest and the newest record. */
    long first = Long.MAX_VALUE;

    long last = Long.MIN_VALUE;
    private final Object forcing = new Object();
    /** The size that is known to be on the disk; guarded by {@link #forcing}. */
    private long forced;

    LedgerFile(Path path, long number, RandomAccessFile file) {
        this.path = path;
        this.number = number;
        this.file = file;
    }

    /** Writes the head of a new file. */
    void create(UUID ledger) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD).putLong(MAGIC).putLong(number);
        head.putLong(ledger.getMostSignificantBits()).putLong(ledger.getLeastSignificantBits());
        head.putInt(sum(0, head.array(), 0, HEAD - Integer.BYTES));
        file.write(head.array());
        size = HEAD;
        force(HEAD);
    }

    /**
     * Returns the ledger's id in the head of a file. Null: the head was not written completely.
     *
     * @throws DamagedException if it is not a head
     */
    static @Nullable UUID ledger(Path path, long number, byte[] bytes) throws DamagedException {
        if (bytes.length < HEAD) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(bytes);
        if (head.getInt(HEAD - Integer.BYTES) != sum(0, bytes, 0, HEAD - Integer.BYTES)
                || head.getLong(0) != MAGIC
                || head.getLong(8) != number) {
            throw new DamagedException(path + " does not begin as a file of a ledger of calls does");
        }
        return new UUID(head.getLong(16), head.getLong(24));
    }

    /**
     * Reads the records. The size is then that of the part that is whole.
     *
     * @param bytes of the whole file
     * @throws DamagedException if a record is damaged, and a whole one is behind it
     */
    void read(byte[] bytes) throws DamagedException {
        int at = HEAD;
        for (int next = end(bytes, at, at); next > 0; next = end(bytes, at, at)) {
            ByteBuffer body = ByteBuffer.wrap(bytes, at + RECORD, BODY);
            add(body.get(), body.getLong(), new UUID(body.getLong(), body.getLong()), at);
            at = next;
        }
        for (int behind = at + 1; behind < bytes.length; behind++) {
            if (end(bytes, behind, behind) > 0) {
                throw damaged(at);
            }
        }
        size = at;
    }

    DamagedException damaged(long at) {
        return new DamagedException(
                path + " is damaged at byte " + at + ", so that it is not known which calls were run."
                        + " Restore the file; or move the directory of the ledger away, after which calls that were made before"
                        + " may run again");
    }

    /**
     * Returns where a whole record ends; 0 if there is none.
     *
     * @param position at which it is in the file
     */
    private static int end(byte[] bytes, int at, long position) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        if (bytes.length - at < RECORD + BODY || all.getInt(at + 4) != sum(position, bytes, at, Integer.BYTES)) {
            return 0;
        }
        int length = all.getInt(at);
        boolean whole = length >= BODY
                && length <= bytes.length - at - RECORD
                && all.getInt(at + 8) == sum(position, bytes, at + RECORD, length);
        return whole ? at + RECORD + length : 0;
    }

    private static int sum(long position, byte[] bytes, int from, int length) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, position));
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    private void add(byte type, long millis, UUID call, long at) {
        calls.merge(call, type == BEGUN ? 0 : at, Math::max);
        first = Math.min(first, millis);
        last = Math.max(last, millis);
    }

    /** Adds a record at the end. If this fails, a part of it may be there. The next record is written over it. */
    void append(byte type, long millis, UUID call, byte[] rest) throws IOException {
        long at = size;
        int length = Math.addExact(BODY, rest.length);
        ByteBuffer record = ByteBuffer.allocate(Math.addExact(RECORD, length));
        record.putInt(length).position(RECORD);
        record.put(type).putLong(millis);
        record.putLong(call.getMostSignificantBits()).putLong(call.getLeastSignificantBits());
        record.put(rest);
        record.putInt(4, sum(at, record.array(), 0, Integer.BYTES));
        record.putInt(8, sum(at, record.array(), RECORD, length));
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

    boolean has(UUID call) {
        return calls.containsKey(call);
    }

    /** Returns the answer of a call; null if this file has none. */
    byte @Nullable [] answer(UUID call) throws IOException {
        long at = calls.getOrDefault(call, 0L);
        if (at == 0) {
            return null;
        }
        file.seek(at);
        byte[] record = new byte[RECORD + (int) Math.clamp(file.readInt(), BODY, size - at - RECORD)];
        file.seek(at);
        file.readFully(record);
        if (end(record, 0, at) != record.length) {
            throw damaged(at);
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
