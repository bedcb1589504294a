package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The C library of this process. It is loaded once; its absence is a failure that {@link #require()} reports each time, and never an
 * error while a class is initialized.
 */
@SuppressWarnings("restricted") // links only after native access was found to be enabled
final class Library {
    private static final List<String> MISSING = Collections.synchronizedList(new ArrayList<>());
    private static final @Nullable DdsException FAILURE;
    private static final LibraryLoader.@Nullable Loaded LOADED;

    static {
        LibraryLoader.Loaded loaded = null;
        DdsException failure = null;
        try {
            loaded = LibraryLoader.load();
        } catch (DdsException e) {
            failure = e;
        }
        LOADED = loaded;
        FAILURE = failure;
    }

    private Library() {}

    /**
     * Returns where the library was found, after a check that it has every function.
     *
     * @throws DdsException of kind UNAVAILABLE otherwise
     */
    static String require() {
        if (LOADED == null) {
            String message = FAILURE == null ? "The C library of Cyclone DDS is not loaded" : FAILURE.getMessage();
            throw new DdsException(DdsException.Kind.UNAVAILABLE, String.valueOf(message));
        }
        Functions.link();
        SampleFunctions.link();
        LibraryLoader.incomplete(List.copyOf(MISSING), LOADED.origin()).ifPresent(e -> {
            throw e;
        });
        return LOADED.origin();
    }

    /** Returns a handle that calls a function. If the library has no such function, {@link #require()} fails. */
    static MethodHandle link(String name, FunctionDescriptor type, Linker.Option... options) {
        if (LOADED != null) {
            MemorySegment symbol = LOADED.symbols().find(name).orElse(null);
            if (symbol != null) {
                return Linker.nativeLinker().downcallHandle(symbol, type, options);
            }
        }
        MISSING.add(name);
        MethodType shape = type.toMethodType();
        return MethodHandles.dropArguments(
                MethodHandles.throwException(shape.returnType(), IllegalStateException.class)
                        .bindTo(new IllegalStateException("The C library of Cyclone DDS has no function " + name)),
                0,
                shape.parameterList());
    }
}
