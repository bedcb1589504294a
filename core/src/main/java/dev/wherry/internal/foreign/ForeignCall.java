package dev.wherry.internal.foreign;

import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A call received by a foreign protocol, as the serving method can ask about it. */
final class ForeignCall extends InboundCall {
    private final Invocation invocation;
    private final long deadline;

    ForeignCall(Invocation invocation) {
        this.invocation = invocation;
        Duration left = invocation.timeLeft();
        deadline = left == null ? 0 : System.nanoTime() + left.toNanos();
    }

    @Override
    public boolean limited() {
        return invocation.timeLeft() != null;
    }

    @Override
    public long deadline() {
        return deadline;
    }

    @Override
    protected Map<ContextKey<?>, Object> sent() {
        return invocation.options().context();
    }

    @Override
    public Optional<Peer> caller() {
        return Optional.empty();
    }

    @Override
    public Identity link() {
        return invocation.peer();
    }

    @Override
    public String target() {
        return invocation.target();
    }
}
