package dev.wherry.mobility;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Work that can be sent to another endpoint with the classes that it needs: {@code Tasks.at(peer).call(() -> count(words))}.
 * A lambda can be sent only if its interface is serializable, as this one is. The values that it has captured are sent by value, or
 * by reference if their type says so. Named, anonymous and inner classes, records and enums that implement this interface
 * can be sent as well.
 *
 * @param <T> the type of the result
 * @see Tasks
 */
@FunctionalInterface
public interface Task<T extends @Nullable Object> extends Callable<T>, Serializable {
    /**
     * Returns a task that sends a callable of a named or anonymous class as it is.
     *
     * @throws IllegalArgumentException if it is a lambda that was written as a plain {@code Callable}: it cannot be sent
     */
    static <T extends @Nullable Object> Task<T> of(Callable<T> callable) {
        return new CallableTask<>(callable);
    }
}
