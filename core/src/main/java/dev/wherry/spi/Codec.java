package dev.wherry.spi;

/** Turns values into bytes. Found by {@link java.util.ServiceLoader}; chosen by name in the Hello. */
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
