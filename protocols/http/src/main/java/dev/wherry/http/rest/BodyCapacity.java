package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the bytes of all bodies of requests that an endpoint keeps at one time, by {@code inboundBytes}. For any thread. */
public final class BodyCapacity {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    BodyCapacity(long most) {
        this.most = most;
    }

    /** Counts bytes until they are released. Throws an {@link HttpError}, and counts nothing, if there is no capacity for them. */
    public void take(long bytes) {
        if (held.addAndGet(bytes) > most) {
            release(bytes);
            throw new HttpError(503, "The server has too many requests to read at one time")
                    .with(HttpNames.RETRY_AFTER, "1")
                    .with(HttpNames.CONNECTION, "close");
        }
    }

    /** Counts bytes no longer. */
    public void release(long bytes) {
        held.addAndGet(-bytes);
    }
}
