package dev.wherry.http.json;

import dev.wherry.CallException;
import dev.wherry.spi.Protocol;
import java.util.concurrent.atomic.AtomicLong;

/** The memory of an endpoint that is not there. */
final class LimitedMemory implements Protocol.Memory {
    final AtomicLong taken = new AtomicLong();
    private final long most;

    LimitedMemory(long most) {
        this.most = most;
    }

    static ValueMemory unlimited(long received) {
        return new LimitedMemory(Long.MAX_VALUE).of(received);
    }

    ValueMemory of(long received) {
        return new ValueMemory(this, received, () -> new CallException(CallException.Code.UNAVAILABLE, "full"));
    }

    @Override
    public boolean takeForValues(long bytes) {
        if (taken.addAndGet(bytes) > most) {
            give(bytes);
            return false;
        }
        return true;
    }

    @Override
    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}
