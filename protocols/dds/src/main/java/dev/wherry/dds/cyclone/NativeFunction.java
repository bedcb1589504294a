package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.wherry.dds.engine.DdsException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A function of the C library that is called rarely, so that its arguments may be boxed. For any thread. */
record NativeFunction(String name, MethodHandle handle) {
    /** Returns a function whose result is a return code or an entity. */
    static NativeFunction code(String name, MemoryLayout... parameters) {
        return of(name, FunctionDescriptor.of(JAVA_INT, parameters));
    }

    static NativeFunction nothing(String name, MemoryLayout... parameters) {
        return of(name, FunctionDescriptor.ofVoid(parameters));
    }

    static NativeFunction of(String name, FunctionDescriptor type) {
        return new NativeFunction(name, Library.link(name, type));
    }

    Object call(Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns what the function has returned, a negative return code too. */
    int tryCode(Object... arguments) {
        return (int) call(arguments);
    }

    /**
     * Returns what the function has returned if it is not negative.
     *
     * @param what is attempted, for the message
     * @throws DdsException if it is negative
     */
    int check(String what, Object... arguments) {
        int code = tryCode(arguments);
        if (code < 0) {
            throw ReturnCodes.failed(what, name, code);
        }
        return code;
    }

    MemorySegment pointer(Object... arguments) {
        return (MemorySegment) call(arguments);
    }

    /** Native functions throw nothing; what the linker throws is a mistake of the binding. */
    static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException exception ? exception : new IllegalStateException(e);
    }
}
