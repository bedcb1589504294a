package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Single values in the form of JDK serialization within the message of another codec: for classes that say themselves
 * how they are written, and so could not be carried field by field. The same list and the same checks hold as for codec
 * {@code java}. Each value is a stream by itself: what two of them share arrives twice.
 */
public final class SerialForm {
    private static final ClassValue<Boolean> OWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return Serializable.class.isAssignableFrom(type) && !type.isEnum() && !type.isArray() && isOwn(type);
        }
    };

    private SerialForm() {}

    /**
     * Whether a class has a serial form of its own: it is Externalizable or the JDK's, it or a superclass declares a method
     * of serialization, or it extends a class of the JDK that has state, throwables left out.
     */
    public static boolean has(Class<?> type) {
        return OWN.get(type);
    }

    /** Writes a value of a class that {@code types} allows, self-delimiting. */
    public static void write(Object value, Encoding to, Types types) {
        ObjectWriter.create(types, to.limits(), true).value(value, Object.class, to);
    }

    /** @param declared what the value is declared as: an object of another class is refused before it is read */
    public static Object read(Decoding from, Types types, Class<?> declared) {
        Object value = ObjectReader.create(types, from).value(from, declared);
        if (value == null) {
            throw CodecException.malformed("null in the place of an object");
        }
        return value;
    }

    private static boolean isOwn(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type) || ClassNames.isOfJdk(type)) {
            return true;
        }
        for (@Nullable Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            boolean throwable = Throwable.class.isAssignableFrom(part);
            if (ClassNames.isOfJdk(part)) {
                return !throwable && part != Record.class && Serializable.class.isAssignableFrom(part);
            }
            if (declaresForm(part)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declaresForm(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> switch (method.getName()) {
            case "writeReplace", "readResolve", "readObjectNoData" -> method.getParameterCount() == 0;
            case "writeObject" -> List.of(method.getParameterTypes()).equals(List.of(ObjectOutputStream.class));
            case "readObject" -> List.of(method.getParameterTypes()).equals(List.of(ObjectInputStream.class));
            default -> false;
        });
    }
}
