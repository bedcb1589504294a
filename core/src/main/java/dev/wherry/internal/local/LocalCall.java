package dev.wherry.internal.local;

import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call by reference, as the serving method can ask about it. Its deadline is that of the call that it is made within. So is
 * its caller, if the outer call waits for it.
 */
final class LocalCall extends InboundCall {
    private final LocalObjects objects;
    private final String target;
    private final Map<ContextKey<?>, Object> context;
    private final @Nullable InboundCall outer;
    private final boolean limited;
    private final long deadline;

    /** @param waits whether the call that it is made in waits for it, on the same thread */
    LocalCall(LocalObjects objects, String target, Map<ContextKey<?>, Object> context, boolean waits) {
        this.objects = objects;
        this.target = target;
        InboundCall around = current();
        this.context = waits && context.isEmpty() && around != null ? around.context() : context;
        limited = around != null && around.limited();
        deadline = around == null ? 0 : around.deadline();
        outer = waits ? around : null;
    }

    @Override
    public boolean limited() {
        return limited;
    }

    @Override
    public long deadline() {
        return deadline;
    }

    @Override
    public boolean isServedBy(Object server) {
        return objects.equals(server) || (outer != null && outer.isServedBy(server));
    }

    @Override
    protected Map<ContextKey<?>, Object> sent() {
        return context;
    }

    @Override
    public Optional<Peer> caller() {
        return outer == null ? Optional.empty() : outer.caller();
    }

    @Override
    public Identity link() {
        return Identity.THIS_JVM;
    }

    @Override
    public Identity callerIdentity() {
        return outer == null ? identity() : outer.callerIdentity();
    }

    @Override
    public String target() {
        return target;
    }
}
