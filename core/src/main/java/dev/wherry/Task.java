package dev.wherry;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Work that can be sent to where it is to be done, with the classes that it needs: {@code peer.call(() -> count(words))}.
 * A lambda can travel only if it is made as something serializable, as this is; what it has captured travels by value, or
 * by reference where its type says so. Named, anonymous and inner classes, records and enums travel as any
 * {@link Callable}.
 *
 * @param <T> what it answers
 * @see Tasks
 */
@FunctionalInterface
public interface Task<T extends @Nullable Object> extends Callable<T>, Serializable {}
