package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the arguments, the result and the exceptions of one operation are written and read. Immutable; for any thread. */
final class OperationCodec {
    private final Operation operation;
    private final StructureType in;
    private final StructureType out;
    private final Map<Integer, StructureType> failures = new HashMap<>();

    OperationCodec(Operation operation, CdrTypes types) {
        this.operation = operation;
        in = types.structure(operation.in());
        out = types.structure(operation.out());
        for (Operation.Failure each : operation.exceptions()) {
            failures.put(each.hash(), types.structure(each.members()));
        }
    }

    Operation operation() {
        return operation;
    }

    void writeArguments(CdrWriter to, @Nullable Object[] arguments) {
        int expected = operation.in().members().size();
        if (arguments.length != expected) {
            throw new IllegalArgumentException(
                    operation.name() + " has " + expected + " parameters, not " + arguments.length);
        }
        try {
            in.write(to, arguments.getClass() == Object[].class ? arguments : copy(arguments));
        } catch (CdrException e) {
            throw e.within(operation.name());
        }
    }

    private static Object[] copy(@Nullable Object[] arguments) {
        Object[] copy = new Object[arguments.length];
        System.arraycopy(arguments, 0, copy, 0, copy.length);
        return copy;
    }

    @Nullable
    Object[] readArguments(CdrReader from) {
        try {
            return in.readValues(from);
        } catch (CdrException e) {
            throw e.within(operation.name());
        }
    }

    void writeResult(CdrWriter to, @Nullable Object result) {
        try {
            if (operation.isOutRecord()) {
                out.writeRequired(to, result);
            } else {
                out.write(to, new @Nullable Object[] {result});
            }
        } catch (CdrException e) {
            throw e.within(operation.name() + "()");
        }
    }

    @Nullable
    Object readResult(CdrReader from) {
        try {
            if (operation.isOutRecord()) {
                return out.read(from);
            }
            @Nullable Object[] values = out.readValues(from);
            return values.length == 0 ? null : values[0];
        } catch (CdrException e) {
            throw e.within(operation.name() + "()");
        }
    }

    void writeFailure(CdrWriter to, Operation.Failure as, Throwable failure) {
        try {
            Objects.requireNonNull(failures.get(as.hash())).write(to, failure);
        } catch (CdrException e) {
            throw e.within(as.type().getSimpleName());
        }
    }

    /** Returns the type of an exception by its hash; null if the operation does not declare it. */
    @Nullable
    CdrType failure(int hash) {
        return failures.get(hash);
    }
}
