package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Operation;
import org.jspecify.annotations.Nullable;

/** A request whose header is read. Its arguments are read once they are asked for. For one thread. */
public final class Request {
    private final SampleIdentity identity;
    private final String instanceName;
    private final @Nullable OperationCodec operation;
    private final CdrReader from;

    Request(SampleIdentity identity, String instanceName, @Nullable OperationCodec operation, CdrReader from) {
        this.identity = identity;
        this.instanceName = instanceName;
        this.operation = operation;
        this.from = from;
    }

    /** Returns which request it is. */
    public SampleIdentity identity() {
        return identity;
    }

    /** Returns the name of the service instance that is called; empty if it is not said. */
    public String instanceName() {
        return instanceName;
    }

    /** Returns the operation that is called; null if the interface does not have it. */
    public @Nullable Operation operation() {
        return operation == null ? null : operation.operation();
    }

    /**
     * Reads the arguments. Can be called once.
     *
     * @throws CdrException if the bytes are not the arguments of the operation
     * @throws IllegalStateException if the operation is unknown
     */
    public @Nullable Object[] arguments() {
        if (operation == null) {
            throw new IllegalStateException("The operation is unknown");
        }
        return operation.readArguments(from);
    }
}
