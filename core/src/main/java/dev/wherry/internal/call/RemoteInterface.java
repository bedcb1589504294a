package dev.wherry.internal.call;

import dev.wherry.EndpointOptions;
import dev.wherry.InterfaceDescription;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Types;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An interface that can be called remotely, parsed once per endpoint. Immutable; for any thread. */
public final class RemoteInterface {
    private RemoteInterface() {}

    public static RemoteInterface of(Class<?> type, EndpointOptions options, List<Codec> codecs) {
        throw new IllegalStateException();
    }

    public Class<?> type() {
        throw new IllegalStateException();
    }

    public boolean rmi() {
        throw new IllegalStateException();
    }

    public Definition definition() {
        throw new IllegalStateException();
    }

    public @Nullable RemoteMethod method(Method method) {
        throw new IllegalStateException();
    }

    public @Nullable RemoteMethod method(String key) {
        throw new IllegalStateException();
    }

    public List<RemoteMethod> methods() {
        throw new IllegalStateException();
    }

    public Types types() {
        throw new IllegalStateException();
    }

    /** Checks that objects can be served as this interface from here: that Wherry has access to it. */
    public void requireServable() {
        throw new IllegalStateException();
    }

    public InterfaceDescription describe() {
        throw new IllegalStateException();
    }
}
