package dev.wherry.spi;

/**
 * Turns values into bytes. Found by {@link java.util.ServiceLoader} if its name is none of Wherry's own; chosen by name
 * in the Hello.
 *
 * <p>An exception is a value like others: class, message, trace, cause, suppressed exceptions and fields. A cause or a
 * suppressed exception whose class {@link Types} do not allow is written as a {@link dev.wherry.CallException} that
 * names it, so that it does not keep the exception that it belongs to from travelling. Any other exception whose class is
 * not allowed is refused, wherever it stands.
 */
public interface Codec {
    /** As in {@link dev.wherry.EndpointOptions#codecs()}: lower case, at most 32 characters. */
    String name();

    /**
     * Compiles the coder of one place in a signature. Called once per place, before the first call.
     *
     * @throws IllegalArgumentException if values of the declared type could never travel; names the place
     */
    Coder coder(Declared declared, Types types);
}
