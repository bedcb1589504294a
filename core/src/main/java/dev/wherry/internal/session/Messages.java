package dev.wherry.internal.session;

import dev.wherry.Limits;
import dev.wherry.codec.StackTraces;
import dev.wherry.internal.objects.RecordedAnswer;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.internal.wire.SessionState;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Creates the messages of one session, and holds what they are encoded and decoded with. It keeps a few outbound messages for
 * reuse, without a lock; creating one costs little more. For any thread.
 *
 * @param capacity that the values of inbound messages take from
 * @param longest the number of bytes that the body of an outbound message may have
 * @param codec the index of the session's codec among the endpoint's
 * @param framed whether the peer gets stack traces
 * @param slots for messages to be used again, {@value #SLOTS}
 */
record Messages(
        SessionState state,
        SessionClock clock,
        References references,
        ExportTable exports,
        OutboundDefinitions outbound,
        InboundDefinitions inbound,
        InboundCapacity capacity,
        Limits limits,
        int longest,
        int codec,
        boolean framed,
        AtomicReferenceArray<@Nullable OutboundMessage> slots)
        implements RecordedAnswer.Session {
    static final int SLOTS = 16;

    /** Returns an outbound message, which is to be given back by {@link #give} or kept. */
    OutboundMessage take() {
        OutboundMessage message = slots.getAndSet(slot(), null);
        return message != null ? message : new OutboundMessage(this);
    }

    /** Encodes a failure, with stack traces if the peer gets them. */
    void encodeFailure(Runnable encoding) {
        if (framed) {
            encoding.run();
        } else {
            StackTraces.leaveOut(encoding);
        }
    }

    @Override
    public boolean travelsByReference(Object value) {
        return references.has(value);
    }

    void give(OutboundMessage message) {
        message.forget();
        slots.lazySet(slot(), message);
    }

    private static int slot() {
        return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }
}
