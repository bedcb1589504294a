package dev.wherry.internal.call;

import dev.wherry.Delivery;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A method of a remote interface, parsed once. Immutable; for any thread. */
public final class RemoteMethod {
    private RemoteMethod() {}

    public RemoteInterface owner() {
        throw new IllegalStateException();
    }

    public String key() {
        throw new IllegalStateException();
    }

    public Method method() {
        throw new IllegalStateException();
    }

    public Definition definition() {
        throw new IllegalStateException();
    }

    public Style style() {
        throw new IllegalStateException();
    }

    public @Nullable Delivery delivery() {
        throw new IllegalStateException();
    }

    public boolean idempotent() {
        throw new IllegalStateException();
    }

    public boolean uninterruptible() {
        throw new IllegalStateException();
    }

    public @Nullable Duration timeout() {
        throw new IllegalStateException();
    }

    public void encodeArguments(@Nullable Object[] arguments, int codec, Encoding to) {
        throw new IllegalStateException();
    }

    public @Nullable Object[] decodeArguments(int codec, Decoding from) {
        throw new IllegalStateException();
    }

    public void encodeResult(@Nullable Object result, int codec, Encoding to) {
        throw new IllegalStateException();
    }

    public @Nullable Object decodeResult(int codec, Decoding from) {
        throw new IllegalStateException();
    }

    public @Nullable Object invoke(Object target, @Nullable Object[] arguments) throws Throwable {
        throw new IllegalStateException();
    }
}
