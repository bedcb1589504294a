package dev.wherry.dds.cdr;

import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.KeyTypes;
import dev.wherry.dds.types.Representation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads the keys of a topic's samples, such as of one that is disposed. Compiled once; for any thread. */
public final class KeyCodec {
    private final JavaType.Members key;
    private final CdrCodec codec;

    /**
     * Compiles the key of a type.
     *
     * @throws IllegalArgumentException if it has none
     */
    public KeyCodec(JavaType.Members type) {
        key = KeyTypes.of(type);
        codec = new CdrCodec(key);
    }

    /**
     * Writes the key of a sample with its header, instead of what the writer has.
     *
     * @throws CdrException if it cannot be sent
     */
    public void write(Object sample, Representation representation, CdrWriter to) {
        codec.write(sample, representation, to);
    }

    /**
     * Reads a key: the values of its members in their order. That of a member with a key is a list, too.
     *
     * @throws CdrException if the bytes are not a key of the type
     */
    public List<?> read(CdrReader from) {
        return (List<?>) codec.read(from);
    }

    /** Returns the key of a sample. It is equal to what {@link #read} returns for it. */
    public List<?> of(Object sample) {
        return of(key, sample);
    }

    private static List<?> of(JavaType.Members key, Object sample) {
        List<@Nullable Object> values = new ArrayList<>();
        for (JavaType.Member each : key.members()) {
            Object value;
            try {
                value = (Object) each.getter().invokeExact(sample);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) { // of an accessor, which declares nothing
                throw new IllegalStateException(e);
            }
            boolean reduced =
                    value != null && each.type() instanceof JavaType.Members nested && KeyTypes.hasKey(nested);
            values.add(reduced && value != null ? of((JavaType.Members) each.type(), value) : value);
        }
        return Collections.unmodifiableList(values);
    }
}
