package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Operation;
import org.jspecify.annotations.Nullable;

/** A reply whose header is read. The result or exception is read once it is asked for. For one thread. */
public final class Reply {
    private final SampleIdentity identity;
    private final RemoteExceptionCode code;
    private final @Nullable OperationCodec operation;
    private final @Nullable CdrType failure;
    private final CdrReader from;

    /**
     * @param operation null if the code is not OK
     * @param failure the type of the exception that follows; null if the result follows
     */
    Reply(
            SampleIdentity identity,
            RemoteExceptionCode code,
            @Nullable OperationCodec operation,
            @Nullable CdrType failure,
            CdrReader from) {
        this.identity = identity;
        this.code = code;
        this.operation = operation;
        this.failure = failure;
        this.from = from;
    }

    /** Returns which request it answers. */
    public SampleIdentity identity() {
        return identity;
    }

    /** Returns how the call ended. {@link RemoteExceptionCode#OK} means a result, or an exception that the method declares. */
    public RemoteExceptionCode code() {
        return code;
    }

    /** Returns the operation that was called; null if the code is not OK. */
    public @Nullable Operation operation() {
        return operation == null ? null : operation.operation();
    }

    /** Returns whether it has an exception that the method declares. */
    public boolean isFailure() {
        return failure != null;
    }

    /**
     * Reads the result; null for {@code void}. Can be called once.
     *
     * @throws CdrException if the bytes are not the operation's result
     * @throws IllegalStateException if it has none
     */
    public @Nullable Object result() {
        if (operation == null || failure != null) {
            throw new IllegalStateException("The reply has no result");
        }
        return operation.readResult(from);
    }

    /**
     * Reads the exception that the method declares. Can be called once.
     *
     * @throws CdrException if the bytes are not its fields
     * @throws IllegalStateException if it has none
     */
    public Throwable failure() {
        if (operation == null || failure == null) {
            throw new IllegalStateException("The reply has no exception");
        }
        try {
            return (Throwable) failure.read(from);
        } catch (CdrException e) {
            throw e.within(operation.operation().name());
        }
    }
}
