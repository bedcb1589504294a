package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.OutboundCapacity;
import java.time.Duration;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session that have ended, at the listening side, each with the answer to its last call. The connecting side asks
 * for it if the lane broke while the call was out. Answers are kept for a limited time, and in a limited number of bytes.
 */
final class EndedLanes {
    private static final long MOST_BYTES = 1 << 20;
    private static final Duration KEPT = Duration.ofSeconds(60);

    private final MainLink main;
    private final Messages messages;
    private final OutboundCapacity.SessionShare capacity;
    private final long nanosKept;
    private final String unknown;

    // Guarded by this.
    private final LinkedHashMap<Long, Ended> byNumber = new LinkedHashMap<>();
    private long bytes;
    private boolean closed;

    /**
     * @param last the last call that was received; 0: none
     * @param answer to it; null if there is none, or if it is not kept
     * @param written whether the link has taken all of it: then the peer may have received it
     * @param since when the lane ended
     */
    record Ended(long last, @Nullable OutboundMessage answer, boolean written, long since) {
        private long size() {
            return answer == null ? 0 : answer.out().size();
        }

        /** Forgets the answer. References that the peer may have received are not taken back. */
        private void forget() {
            if (!written) {
                takeBack();
            }
        }

        private void takeBack() {
            if (answer != null) {
                answer.takeBackListed();
            }
        }
    }

    /**
     * @param capacity for answers
     * @param window in which the peer may not be able to ask
     */
    EndedLanes(MainLink main, Messages messages, OutboundCapacity.SessionShare capacity, Duration window) {
        this.main = main;
        this.messages = messages;
        this.capacity = capacity;
        Duration kept = KEPT.plus(window);
        nanosKept = kept.toNanos();
        unknown = "The lane of the call broke, and its answer is not kept any more (" + MOST_BYTES
                + " bytes of answers in a session, for " + kept.toSeconds() + " s): it may or may not have run";
    }

    /** Keeps what became of a lane's last call. */
    synchronized void add(long number, Ended lane) {
        OutboundMessage kept = kept(lane);
        if (kept == null) {
            lane.forget();
        }
        Ended ended = new Ended(lane.last(), kept, lane.written(), lane.since());
        byNumber.put(number, ended);
        bytes += ended.size();
        while (bytes > MOST_BYTES || byNumber.size() > messages.limits().lanesPerSession()) {
            forgetFirst();
        }
    }

    /** Returns the answer in a buffer that is as long as needed; null if there is no capacity for it. */
    private @Nullable OutboundMessage kept(Ended lane) {
        OutboundMessage answer = lane.size() > MOST_BYTES || closed ? null : lane.answer();
        OutboundMessage moved = answer == null ? null : answer.moved();
        return moved != null && capacity.take(lane.size()) ? moved : null;
    }

    private void forgetFirst() {
        Ended first = byNumber.pollFirstEntry().getValue();
        released(first);
        first.forget();
    }

    private void released(Ended lane) {
        bytes -= lane.size();
        capacity.give(lane.size());
    }

    /** Returns a lane and keeps it no longer; null if it is not kept. */
    synchronized @Nullable Ended remove(long number) {
        Ended lane = byNumber.remove(number);
        if (lane != null) {
            released(lane);
        }
        return lane;
    }

    /** Forgets the answer to a call whose caller has given it up, and has not received it. */
    synchronized void cancel(long id) {
        Ended lane = byNumber.get(id >>> Frame.LANE_SHIFT);
        if (lane != null && lane.last() == id) {
            remove(id >>> Frame.LANE_SHIFT);
            lane.takeBack();
        }
    }

    /** Forgets the lanes that ended long ago. Called by the watcher. */
    synchronized void check(long now) {
        while (!byNumber.isEmpty() && now - byNumber.firstEntry().getValue().since() > nanosKept) {
            forgetFirst();
        }
    }

    /** Forgets all, because the session has ended. */
    synchronized void close() {
        closed = true;
        capacity.give(bytes);
        bytes = 0;
        byNumber.clear();
    }

    /**
     * Sends what became of a call: its answer, a Failure without a body if it was never received, or one that says that its
     * outcome is not known any more.
     *
     * @param lane that has ended; null if it is not known any more
     */
    void settle(long id, @Nullable Ended lane) {
        OutboundMessage answer = lane == null ? null : lane.answer();
        if (lane != null && lane.last() < id) {
            main.send(Frame.FAILURE, 0, id);
        } else if (answer == null || lane == null || lane.last() != id) {
            send(failure(id, new CallException(Code.UNKNOWN_OUTCOME, unknown)));
        } else if (main.outbox().trySend(answer)) {
            messages.give(answer);
        } else {
            lane.takeBack();
            send(failure(
                    id,
                    new CallException(
                                    Code.REFUSED, "The call was run, and its answer was dropped: " + capacity.isFull())
                            .withOutcome(CallException.Outcome.RAN)));
        }
    }

    private OutboundMessage failure(long id, CallException why) {
        OutboundMessage failure = messages.take();
        failure.failure(id, why);
        return failure;
    }

    private void send(OutboundMessage answer) {
        main.outbox().send(answer);
        messages.give(answer);
    }
}
