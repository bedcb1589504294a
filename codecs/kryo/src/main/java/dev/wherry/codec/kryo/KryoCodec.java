package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.util.Util;
import dev.wherry.codec.library.Lent;
import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.LibraryCodec;
import dev.wherry.codec.library.Shapes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Codec {@code kryo}: records and classes by Kryo's serializers, class names once per link. A value that holds an object of
 * a class with final fields travels as codec {@code compact} writes it, see {@link LibraryCodec}. Objects are made as codec
 * {@code compact} makes them. Both ends need the same versions of the classes: fields have no names on the wire. Kryo must
 * have access to the fields: a module {@code opens} the package to {@code com.esotericsoftware.kryo} and {@code dev.wherry}.
 *
 * <p>It refuses classes that are not on the interface's list, and cycles through records. It refuses values that nest deeper or
 * hold more than the endpoint's {@link dev.wherry.Limits} allow, lengths that the bytes cannot justify, and keys whose hashing
 * would not end in time.
 *
 * <p>A Kryo with {@code sun.misc.Unsafe} would put any object into any field, so it is loaded without. A program that has loaded
 * Kryo before must be started with {@code -Dkryo.unsafe=false}. For any thread: each value has a Kryo to itself, and some are
 * kept.
 */
public final class KryoCodec extends LibraryCodec {
    /** Found by the service loader. */
    public KryoCodec() {
        super("kryo", USUAL_VALUES);
    }

    /** Kryo sets fields by reflection, which the JDK is about to deny for final ones. Codec {@code compact} writes such a value. */
    @Override
    protected boolean takes(Class<?> type, boolean aside) {
        return aside || type.isRecord() || !hasFinalFields(type);
    }

    private static boolean hasFinalFields(Class<?> type) {
        for (@Nullable Class<?> part = type; part != null && !part.isArray(); part = part.getSuperclass()) {
            if (part.getClassLoader() != null
                    && Arrays.stream(part.getDeclaredFields()).anyMatch(KryoCodec::isFinal)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFinal(Field field) {
        int modifiers = field.getModifiers();
        return Modifier.isFinal(modifiers) && (modifiers & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    @Override
    protected Library library(Shapes shapes) {
        System.getProperties().putIfAbsent("kryo.unsafe", "false"); // read once, when Kryo is loaded
        if (Util.unsafe) {
            throw new IllegalStateException(
                    "A Kryo that uses sun.misc.Unsafe is loaded: start with -Dkryo.unsafe=false");
        }
        return new Lent(_ -> new Graph(shapes));
    }
}
