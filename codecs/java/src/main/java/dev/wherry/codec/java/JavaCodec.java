package dev.wherry.codec.java;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
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
            return new ReferenceCoder(type, declared.place(), types);
        }
        if (!canTravel(type, types)) {
            throw new IllegalArgumentException("The " + declared.place() + " is a " + type.getName()
                    + (type.getClassLoader() == null
                            ? ": " + types.refusal(type).getMessage()
                            : ", which is not Serializable. Make it so, or use codec 'compact', which does not"
                                    + " need it"));
        }
        return new StreamCoder(type, declared.place(), types);
    }

    /** False only if no value could: it would be of this very class, or the class is one of the JDK's that have no form. */
    private static boolean canTravel(Class<?> type, Types types) {
        int modifiers = type.getModifiers();
        if (type.isArray() || type == Void.class || type.getName().startsWith("java.util.Optional")) {
            return true;
        }
        if (Serializable.class.isAssignableFrom(type)) {
            return !Modifier.isFinal(modifiers) || type.getClassLoader() != null || types.allows(type);
        }
        boolean open = type == Object.class || Modifier.isAbstract(modifiers) || type.getClassLoader() != null;
        return open && !Modifier.isFinal(modifiers);
    }
}
