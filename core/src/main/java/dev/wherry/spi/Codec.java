package dev.wherry.spi;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Turns values into bytes. Wherry finds it by {@link java.util.ServiceLoader} if its name is not that of a built-in codec. Both
 * sides agree on a codec by its name when they connect.
 *
 * <p>An exception is a value like others: class, message, trace, cause, suppressed exceptions and fields. If the
 * class of a cause or suppressed exception is not allowed by {@link Types}, a {@link dev.wherry.CallException} that names it
 * is written instead. So the outer exception can still be sent. Any other exception whose class is not allowed is
 * refused, at whatever position.
 */
public interface Codec {
    /** Returns the name as in {@link dev.wherry.EndpointOptions#codecs()}: lower case, at most 32 characters. */
    String name();

    /**
     * Compiles the coder of one position in a signature. Called once per position, before the first call.
     *
     * @throws IllegalArgumentException if values of the declared type could never be sent; names the position
     */
    Coder coder(Declared declared, Types types);

    /**
     * A position in a signature: its generic type and what messages call it.
     *
     * @param type with the variables that the interface's own hierarchy binds already replaced
     * @param place such as {@code parameter 'from' of dev.acme.Bank.transfer}
     */
    record Declared(Type type, String place) {}

    /** Turns values of one declared type into bytes and back. Immutable; for any thread. */
    interface Coder {
        /** @throws CodecException if the value cannot be sent; the message is then dropped with what was written of it */
        void encode(@Nullable Object value, Encoding to);

        /** @throws CodecException if the bytes are not such a value */
        @Nullable
        Object decode(Decoding from);
    }
}
