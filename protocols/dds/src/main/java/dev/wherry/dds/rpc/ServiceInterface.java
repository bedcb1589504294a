package dev.wherry.dds.rpc;

import dev.wherry.Timeout;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.Representation;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An interface with the types and the codec of its calls, compiled once. Immutable; for any thread. */
final class ServiceInterface {
    private final CallTypes types;
    private final CallCodec codec;

    private ServiceInterface(CallTypes types) {
        this.types = types;
        codec = new CallCodec(types, types.isForXcdr1() ? Representation.XCDR1 : Representation.XCDR2);
    }

    /**
     * Compiles an interface.
     *
     * @param sent the encoding of its calls
     * @throws UnsupportedTypeException if no method can be called
     */
    static ServiceInterface of(Class<?> type, Qos.Representation sent) throws UnsupportedTypeException {
        boolean older = sent == Qos.Representation.XCDR1;
        return new ServiceInterface(CallTypes.of(type, older ? JavaTypes.forXcdr1() : new JavaTypes()));
    }

    CallTypes types() {
        return types;
    }

    CallCodec codec() {
        return codec;
    }

    /** Returns why a method cannot be called over DDS. */
    String refusal(Method method) {
        UnsupportedTypeException refusal = types.refusals().get(method);
        return refusal == null ? types.type().getName() + " does not have it" : String.valueOf(refusal.getMessage());
    }

    /** Returns a line for each method that cannot be called; empty if all can. */
    String refusals() {
        return types.refusals().values().stream()
                .map(each -> "\n    " + each.getMessage())
                .sorted()
                .collect(Collectors.joining());
    }

    /** Returns the timeout of an operation by the annotations; null if they set none. */
    @Nullable
    Duration timeout(Operation operation) {
        Timeout set = operation.method().getAnnotation(Timeout.class);
        if (set == null) {
            set = types.type().getAnnotation(Timeout.class);
        }
        if (set == null) {
            set = operation.method().getDeclaringClass().getAnnotation(Timeout.class);
        }
        return set == null ? null : Duration.ofMillis(set.millis());
    }
}
