package dev.wherry.codec.compact;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a LinkedHashMap is in access order: only its serial form tells. Asked of every one that is written, and so nothing is
 * made for it: a stream that all share gets its one field, and stops it if it is true.
 */
public final class AccessOrder extends ObjectOutputStream {
    private static final MethodHandle TAKES =
            Objects.requireNonNull(SerialMethods.handle("defaultWriteObjectForSerialization", LinkedHashMap.class));
    private static final ObjectOutputStream STREAM = stream();

    private final PutField answer = new FieldValues.Put(new HashMap<String, @Nullable Object>()) {
        @Override
        public void put(String name, boolean value) {
            if (value) {
                throw Yes.ANSWER;
            }
        }
    };

    private AccessOrder() throws IOException {}

    @SuppressWarnings("serial") // never leaves this class
    private static final class Yes extends RuntimeException {
        @SuppressWarnings("StaticAssignmentOfThrowable") // without a trace, and always the same
        static final Yes ANSWER = new Yes();

        Yes() {
            super(null, null, false, false);
        }
    }

    @SuppressWarnings("NonApiType") // no other map has an order of access
    public static boolean is(LinkedHashMap<?, ?> map) {
        try {
            TAKES.invokeExact(map, STREAM);
            return false;
        } catch (Yes e) {
            return true;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw ErrorPath.thrown(e, "Reading how a LinkedHashMap is ordered");
        }
    }

    private static ObjectOutputStream stream() {
        try {
            return new AccessOrder();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public PutField putFields() {
        return answer;
    }

    @Override
    public void writeFields() {}
}
