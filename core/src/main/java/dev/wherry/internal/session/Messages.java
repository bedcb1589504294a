package dev.wherry.internal.session;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Messages that can be used again, a few per session; without a lock, and a miss costs no more than a new one. */
final class Messages {
    private static final int SLOTS = 16;

    private final Session session;
    private final AtomicReferenceArray<@Nullable OutboundMessage> slots = new AtomicReferenceArray<>(SLOTS);

    Messages(Session session) {
        this.session = session;
    }

    OutboundMessage take() {
        OutboundMessage message = slots.getAndSet(slot(), null);
        return message != null ? message : new OutboundMessage(session);
    }

    void give(OutboundMessage message) {
        message.forget();
        slots.lazySet(slot(), message);
    }

    private static int slot() {
        return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }
}
