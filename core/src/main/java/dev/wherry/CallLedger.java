package dev.wherry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of {@link Once} methods and their answers, so that a call which is made again is not run again, even by a server that
 * was restarted. The artifact {@code wherry-ledger} has one that writes files. Implement the interface to keep the records elsewhere, such
 * as in the database that the methods change.
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
}
