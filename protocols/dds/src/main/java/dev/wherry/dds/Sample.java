package dev.wherry.dds;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publication of a topic: a value, or the end of an instance.
 *
 * @param state of the instance when the sample was received. A value may be the last one of an instance that has ended meanwhile
 * @param value null if the sample only reports the end of its instance
 * @param key the values of the members that are the key, in their order; empty if the type has no key
 * @param sent when it was sent, by the clock of its writer
 */
public record Sample<T>(State state, @Nullable T value, List<?> key, Instant sent) {
    /** The states of an instance. */
    public enum State {
        /** It has values. */
        ALIVE,
        /** A writer has ended it by {@link TopicWriter#dispose}. */
        DISPOSED,
        /** All of its writers have left. */
        NO_WRITERS
    }
}
