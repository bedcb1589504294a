package dev.wherry.internal.foreign;

import dev.wherry.CallException;
import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.loop.CallStarts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call received by a foreign protocol, as the serving method can ask about it. */
final class ForeignCall extends InboundCall implements CallStarts.Waiting {
    private final Invocation invocation;
    private final long deadline;
    private volatile @Nullable CallException refusal;

    ForeignCall(Invocation invocation) {
        this.invocation = invocation;
        Duration left = invocation.timeLeft();
        deadline = left == null ? 0 : System.nanoTime() + left.toNanos();
    }

    Invocation invocation() {
        return invocation;
    }

    /** Returns why it is not run after it has waited; null if it is. */
    @Nullable
    CallException refusal() {
        return refusal;
    }

    @Override
    public void refuse(CallException why) {
        refusal = ForeignObjects.overload(why);
    }

    @Override
    public boolean isWanted(long now) {
        return refusal == null && (deadline == 0 || now - deadline < 0);
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
