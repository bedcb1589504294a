package dev.wherry;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Serial;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of {@link Once} methods and their answers, so that a call which is made again is not run again, even by a server that
 * was restarted. {@link #inDirectory(Path)} returns one that writes files. Implement the interface to keep the records elsewhere, such as
 * in the database that the methods change.
 *
 * <p>An endpoint calls {@link #begin} before the method and {@link #answered} after it, before the answer is sent. It does so on the thread
 * that serves the call. That thread is never an event loop. It may be virtual, and it is interrupted if the caller gives the call up. Several
 * threads call a ledger at the same time, each for another call. While a call runs in this process, the endpoint answers its other attempts
 * itself, so the ledger is not asked for them.
 *
 * <p>Several servers may share one ledger with one {@link #id}. {@code begin} must then be atomic among them.
 *
 * <p>A ledger may throw any exception. A {@link CallException} reaches the caller as it is. So a ledger that is shared can refuse a call that
 * runs at another server, with code {@link CallException.Code#REFUSED} and a {@linkplain CallException#withRetryAfter time to wait}.
 */
public interface CallLedger extends AutoCloseable {
    /**
     * Returns which ledger this is: 1 to 64 characters that are the same after each restart, and differ from those of every other ledger.
     * A client makes a call with an unknown outcome again only at a server that has the same ledger. Called once by each endpoint.
     */
    String id();

    /**
     * Returns how long a record is kept at least. A call whose deadline is further away is refused, since its last attempt might find no
     * record.
     */
    Duration keeps();

    /**
     * Records that a call begins, unless there is a record of it.
     *
     * <p>If this throws, the method is not run, and the caller gets {@link CallException.Code#REFUSED} with outcome {@link
     * CallException.Outcome#NOT_RUN}.
     *
     * @param call the name of the object and the key of the call: up to some thousand characters, in one line
     * @return true if there was no record of the call: its method is run now
     * @throws Exception if the record was not made, or is not safe against a crash
     */
    boolean begin(String call) throws Exception;

    /**
     * Returns the answer of a call of which {@link #begin} has returned false. Null: no answer was recorded. The process that ran it has
     * ended, and so it is unknown whether the method has done its work. The caller gets {@link CallException.Code#UNKNOWN_OUTCOME}, and the
     * call is never run.
     *
     * <p>If this throws, the caller gets code {@link CallException.Code#REFUSED} with outcome {@link CallException.Outcome#UNKNOWN}.
     */
    byte @Nullable [] answer(String call) throws Exception;

    /**
     * Records the answer of a call that has run. The endpoint sends the answer when this has returned.
     *
     * <p>If this throws, the failure is logged, and the answer is sent nevertheless. Later attempts, if the answer is lost, find a call
     * without an answer.
     *
     * @param answer at most {@link #longestAnswer} bytes, which only Wherry can read
     */
    void answered(String call, byte[] answer) throws Exception;

    /**
     * Returns how many bytes an answer may have (default 1 MiB). Of a longer one only the fact is recorded that the call has run.
     */
    default int longestAnswer() {
        return 1 << 20;
    }

    /** Releases what the ledger holds. The program calls it after it has closed the endpoints that use the ledger. */
    @Override
    default void close() {}

    /**
     * Opens a ledger of files that keeps records for an hour and uses 256 MiB. Each record is on the disk before the method is run, or the
     * answer sent.
     *
     * @throws IOException as {@link #inDirectory(Path, Duration, Duration, long)}
     */
    static CallLedger inDirectory(Path directory) throws IOException {
        return inDirectory(directory, Duration.ofHours(1), Duration.ZERO, 256L << 20);
    }

    /**
     * Opens a ledger of files, and creates it if it is not there. It is for one process at a time. If the process or the machine has stopped
     * in the middle of a record, that record is dropped, which is logged. A damage of the last record looks the same. The ledger cannot know
     * either that the newest file was cut between two records, or is missing, or that all files are.
     *
     * @param directory for this ledger alone
     * @param keeps how long a record is kept at least
     * @param sync zero: each record is written to the disk at once. Otherwise within this time, so that a crash of the
     *     machine, but not one of the process, loses the records of that time, and their calls may run again
     * @param bytes when the files have so many, a call that is not recorded is refused until older records have expired
     * @throws DamagedException if bytes or files are damaged, missing or added before the last whole record
     * @throws IOException if another process uses the directory, or if it cannot be read or written
     * @throws IllegalArgumentException if {@code keeps} is not above 0, {@code sync} is negative or {@code bytes} less than 64 KiB
     */
    static CallLedger inDirectory(Path directory, Duration keeps, Duration sync, long bytes) throws IOException {
        return FileLedger.open(directory, keeps, sync, bytes, path -> new RandomAccessFile(path.toFile(), "rw"));
    }

    /**
     * Thrown if the files of a ledger are damaged, so that it is not known which calls were run. The message has the file and the position.
     * Restore the file from a backup that is not older than its last record. To go on without the records, move the directory away: calls
     * that were made before may then run again.
     */
    final class DamagedException extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Creates an exception that names the file and the place in it. */
        public DamagedException(String message) {
            super(message);
        }
    }
}
