package dev.wherry.internal.invoke;

import org.jspecify.annotations.Nullable;

/** The context class loader of the calling thread, while a method of an object runs. */
public final class ContextLoader {
    private ContextLoader() {}

    /** Sets the loader and returns the previous one. */
    @SuppressWarnings("ReferenceEquality") // identity is meant
    public static @Nullable ClassLoader replace(@Nullable ClassLoader wanted) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (before != wanted) {
            thread.setContextClassLoader(wanted);
        }
        return before;
    }

    @SuppressWarnings("ReferenceEquality") // as above
    public static boolean is(ClassLoader wanted) {
        return Thread.currentThread().getContextClassLoader() == wanted;
    }
}
