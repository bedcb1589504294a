package dev.wherry.codec.compact;

import java.lang.invoke.SerializedLambda;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lambdas and method references that are serializable: a peer is told once what one calls, then only what it has
 * captured, each capture as the parameter is declared that it becomes.
 */
final class LambdaForm extends DefinedForm {
    private final Lambda lambda;
    private final List<Place> captures;

    LambdaForm(Class<?> type, Lambda lambda, Schema schema, Forms forms) {
        super(type, schema, schema.define(), false);
        this.lambda = lambda;
        this.captures = lambda.captured().stream().map(forms::place).toList();
    }

    /** Whether it is a lambda's class, serializable or not. */
    static boolean is(Class<?> type) {
        return type.isHidden() && type.getName().contains("$$Lambda");
    }

    /** How those are read that a peer has defined. */
    static LambdaForm of(Schema schema, Class<?> capturing, Forms forms) {
        Lambda lambda = Lambda.of(schema, capturing);
        if (!lambda.isAllowed(forms.types)) {
            throw forms.types.refusal(capturing.getName() + "$$Lambda");
        }
        return new LambdaForm(lambda.type(), lambda, schema, forms);
    }

    /** It may implement further interfaces, which only making it tells. */
    @Override
    boolean fits(Place place) {
        return place.raw.isInterface() || place.raw == Object.class;
    }

    @Override
    Form as(Schema theirs) {
        throw new IllegalStateException("A lambda has no other versions: " + schema);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        SerializedLambda taken = Lambda.take(value);
        for (int i = 0; i < captures.size(); i++) {
            Place place = captures.get(i);
            try {
                place.kind.write(taken.getCapturedArg(i), place, to);
            } catch (RuntimeException e) {
                throw Trail.step(Trail.thrown(e, "Writing a lambda"), "[captured " + (i + 1) + "]");
            }
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        @Nullable Object[] values = new @Nullable Object[captures.size()];
        for (int i = 0; i < values.length; i++) {
            Place place = captures.get(i);
            values[i] = place.kind.read(place, from);
        }
        return lambda.make(values);
    }
}
