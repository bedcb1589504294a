package dev.wherry.internal.call;

import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import org.jspecify.annotations.Nullable;

/** How a failure crosses from the method to its caller. */
public final class Failures {
    private Failures() {}

    public static void encode(Throwable thrown, @Nullable RemoteMethod method, int codec, Encoding to) {
        throw new IllegalStateException();
    }

    public static Throwable decode(@Nullable RemoteMethod method, int codec, Decoding from) {
        throw new IllegalStateException();
    }

    public static Throwable asDeclared(Throwable failure, RemoteMethod method) {
        throw new IllegalStateException();
    }
}
