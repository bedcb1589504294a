package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The form of JDK serialization within the message of another codec, for classes that define how they are written and cannot
 * be carried field by field. The module {@code dev.wherry.codec.java} provides it, found by {@link ServiceLoader}; without
 * that module such a class is refused. For any thread.
 */
public abstract class SerialForm {
    private static final ClassValue<Boolean> OWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return Serializable.class.isAssignableFrom(type) && !type.isEnum() && !type.isArray() && isOwn(type);
        }
    };

    /** For the class that the service loader finds. */
    protected SerialForm() {}

    /** Searched for when the first value needs it, since a search takes a new JVM longer than a call. */
    private static final class Installed {
        static final @Nullable SerialForm FORM = ServiceLoader.load(SerialForm.class, SerialForm.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns whether a class has a serial form of its own. That is an Externalizable class, a class of the JDK, or one
     * that declares or inherits a method of serialization. It is also a class that extends a class of the JDK with
     * state, except a throwable.
     */
    public static boolean has(Class<?> type) {
        return OWN.get(type);
    }

    /**
     * Returns the installed serial form.
     *
     * @param what what needs it, for the message
     * @throws CodecException if the module that provides it is not installed
     */
    public static SerialForm installed(String what) {
        if (Installed.FORM == null) {
            throw CodecException.refused(
                    what, "It has a serial form of its own, which only JDK serialization reads: add wherry-codec-java");
        }
        return Installed.FORM;
    }

    /** Writes a value of a class that {@code types} allows. Its end is marked in the bytes. */
    public abstract void write(Object value, Encoding to, Types types);

    /**
     * Reads a value of a class that {@code types} allows.
     *
     * @param declared what the value is declared as; an object of another class is refused before it is read
     * @throws CodecException if the bytes are malformed, or the value may not be read
     */
    public abstract Object read(Decoding from, Types types, Class<?> declared);

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
        boolean declares = false;
        for (Method method : type.getDeclaredMethods()) {
            declares |= switch (method.getName()) {
                case "writeReplace", "readResolve", "readObjectNoData" -> method.getParameterCount() == 0;
                case "writeObject" -> List.of(method.getParameterTypes()).equals(List.of(ObjectOutputStream.class));
                case "readObject" -> List.of(method.getParameterTypes()).equals(List.of(ObjectInputStream.class));
                default -> false;
            };
        }
        return declares;
    }
}
