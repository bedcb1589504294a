package dev.wherry.internal.local;

import dev.wherry.ContextKey;
import dev.wherry.Peer;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.spi.Identity;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call within the JVM, as the method that serves it can ask about it. It has no deadline but that of the call that it is
 * made in. */
final class LocalCall extends InboundCall {
    private final LocalObjects objects;
    private final String target;
    private final Map<ContextKey<?>, Object> context;
    /** Whose time this call takes: calls that it makes have no more than what that one has left. */
    private final @Nullable InboundCall outer = current();

    LocalCall(LocalObjects objects, String target, Map<ContextKey<?>, Object> context) {
        this.objects = objects;
        this.target = target;
        this.context = context;
    }

    @Override
    public boolean limited() {
        return outer != null && outer.limited();
    }

    @Override
    public long deadline() {
        return outer == null ? 0 : outer.deadline();
    }

    @Override
    public boolean isServedBy(Object endpoint) {
        return objects.equals(endpoint) || (outer != null && outer.isServedBy(endpoint));
    }

    @Override
    public Map<ContextKey<?>, Object> context() {
        return context;
    }

    @Override
    public Optional<Peer> caller() {
        return Optional.empty();
    }

    @Override
    public Identity identity() {
        return Identity.of("process", "this JVM");
    }

    @Override
    public String target() {
        return target;
    }
}
