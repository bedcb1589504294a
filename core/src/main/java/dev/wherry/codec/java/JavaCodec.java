package dev.wherry.codec.java;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Coder;
import dev.wherry.spi.Declared;
import dev.wherry.spi.Types;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;

/**
 * Codec {@code java}: JDK serialization, one object stream per message. For peers that share classes whose serial forms
 * matter. Nothing outside the interface's list is instantiated, and nothing before the whole value has been scanned.
 */
public final class JavaCodec implements Codec {
    /** Found by the service loader. */
    public JavaCodec() {}

    @Override
    public String name() {
        return "java";
    }

    @Override
    public Coder coder(Declared declared, Types types) {
        Class<?> type = switch (declared.type()) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            default -> Object.class; // variables, wildcards and arrays of them: the value's class decides
        };
        if (type.isPrimitive()) {
            return PrimitiveCoder.of(type);
        }
        if (types.isReference(type)) {
            return new ReferenceCoder(type, declared.place());
        }
        if (Modifier.isFinal(type.getModifiers()) && !type.isArray() && !canTravel(type)) {
            throw new IllegalArgumentException("The " + declared.place() + " is a " + type.getName()
                    + ", which is not Serializable. Make it so, or use codec 'compact', which does not need it");
        }
        return new StreamCoder(type, declared.place(), types);
    }

    private static boolean canTravel(Class<?> type) {
        return Serializable.class.isAssignableFrom(type)
                || type == Void.class
                || type.getName().startsWith("java.util.Optional");
    }
}
