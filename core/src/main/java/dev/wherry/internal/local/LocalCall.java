package dev.wherry.internal.local;

import dev.wherry.ContextKey;
import dev.wherry.Peer;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.spi.Identity;
import java.util.Map;
import java.util.Optional;

/** A call within the JVM, as the method that serves it can ask about it. It has no deadline of its own. */
final class LocalCall extends InboundCall {
    private final String target;
    private final Map<ContextKey<?>, Object> context;

    LocalCall(String target, Map<ContextKey<?>, Object> context) {
        this.target = target;
        this.context = context;
    }

    @Override
    public boolean limited() {
        return false;
    }

    @Override
    public long deadline() {
        return 0;
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
