package dev.wherry.internal.invoke;

import org.jspecify.annotations.Nullable;

/** Calls methods of one interface on whatever implements it. */
interface Dispatcher {
    /** @param method its {@link RemoteMethod#number} */
    @Nullable
    Object call(Object target, int method, @Nullable Object[] arguments) throws Throwable;
}
