package dev.wherry.codec.compact;

import java.lang.invoke.SerializedLambda;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lambdas and method references that are serializable: a peer is told once what one calls, then only what it has
 * captured, each capture as the parameter is declared that it becomes.
 */
final class LambdaCodec extends SchemaCodec {
    private final LambdaDescription lambda;
    private final List<Slot> captures;

    LambdaCodec(Class<?> type, LambdaDescription lambda, Schema schema, ValueCodecs codecs) {
        super(type, schema, schema.define(), false);
        this.lambda = lambda;
        this.captures = lambda.captured().stream().map(codecs::slot).toList();
    }

    /** Whether it is a lambda's class, serializable or not. */
    static boolean is(Class<?> type) {
        return type.isHidden() && type.getName().contains("$$Lambda");
    }

    /** How those are read that a peer has defined. */
    static LambdaCodec of(Schema schema, Class<?> capturing, ValueCodecs codecs) {
        LambdaDescription lambda = LambdaDescription.of(schema, capturing);
        if (!lambda.isAllowed(codecs.types)) {
            throw codecs.types.refusal(capturing.getName() + "$$Lambda");
        }
        return new LambdaCodec(lambda.type(), lambda, schema, codecs);
    }

    /** It may implement further interfaces, which only making it tells. */
    @Override
    boolean fits(Slot slot) {
        return slot.raw.isInterface() || slot.raw == Object.class;
    }

    @Override
    ValueCodec as(Schema theirs) {
        throw new IllegalStateException("A lambda has no other versions: " + schema);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        SerializedLambda taken = LambdaDescription.take(value);
        for (int i = 0; i < captures.size(); i++) {
            Slot slot = captures.get(i);
            try {
                slot.kind.write(taken.getCapturedArg(i), slot, to);
            } catch (RuntimeException e) {
                throw ErrorPath.step(ErrorPath.thrown(e, "Writing a lambda"), "[captured " + (i + 1) + "]");
            }
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        @Nullable Object[] values = new @Nullable Object[captures.size()];
        for (int i = 0; i < values.length; i++) {
            Slot slot = captures.get(i);
            values[i] = slot.kind.read(slot, from);
        }
        return lambda.make(values);
    }
}
