package dev.wherry.internal.session;

import dev.wherry.Limits;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.internal.wire.SessionState;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Creates the messages of one session, and holds what they are encoded and decoded with: definitions, references, limits. It
 * keeps a few outbound messages for reuse, without a lock; creating one costs little more. For any thread.
 */
final class Messages {
    private static final int SLOTS = 16;

    private final AtomicReferenceArray<@Nullable OutboundMessage> slots = new AtomicReferenceArray<>(SLOTS);
    private final SessionState state;
    private final SessionClock clock;
    private final References references;
    private final ExportTable exports;
    private final OutboundDefinitions outbound;
    private final InboundDefinitions inbound;
    private final InboundCapacity capacity;
    private final Limits limits;
    private final int longest;
    private final int codec;

    /**
     * @param capacity that the values of inbound messages take from
     * @param longest the number of bytes that the body of an outbound message may have
     * @param codec the session's, as an index into the endpoint's codecs
     */
    Messages(
            SessionState state,
            SessionClock clock,
            References references,
            ExportTable exports,
            OutboundDefinitions outbound,
            InboundDefinitions inbound,
            InboundCapacity capacity,
            Limits limits,
            int longest,
            int codec) {
        this.state = state;
        this.clock = clock;
        this.references = references;
        this.exports = exports;
        this.outbound = outbound;
        this.inbound = inbound;
        this.capacity = capacity;
        this.limits = limits;
        this.longest = longest;
        this.codec = codec;
    }

    /** Returns an outbound message, which is to be given back by {@link #give} or kept. */
    OutboundMessage take() {
        OutboundMessage message = slots.getAndSet(slot(), null);
        return message != null ? message : new OutboundMessage(this);
    }

    void give(OutboundMessage message) {
        message.forget();
        slots.lazySet(slot(), message);
    }

    private static int slot() {
        return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }

    // ---- what messages are encoded and decoded with

    SessionState state() {
        return state;
    }

    SessionClock clock() {
        return clock;
    }

    References references() {
        return references;
    }

    ExportTable exports() {
        return exports;
    }

    OutboundDefinitions outbound() {
        return outbound;
    }

    InboundDefinitions inbound() {
        return inbound;
    }

    InboundCapacity capacity() {
        return capacity;
    }

    Limits limits() {
        return limits;
    }

    int longest() {
        return longest;
    }

    /** Returns the codec of the calls of an object, as an index into the endpoint's codecs. That of the registry is compact. */
    int codec(long object) {
        return object == Registry.OBJECT ? 0 : codec;
    }
}
