package dev.wherry.dds;

import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The options of a {@link SharedState}. All processes that share it should set the same strength or none. Immutable; for any thread. */
public final class StateOptions {
    private static final StateOptions DEFAULTS = builder().build();

    private final boolean keptByAll;
    private final @Nullable Path file;
    private final OptionalInt strength;
    private final int mostKeys;
    private final long mostBytes;

    private StateOptions(Builder builder) {
        keptByAll = builder.keptByAll;
        file = builder.file;
        strength = builder.strength;
        mostKeys = builder.mostKeys;
        mostBytes = builder.mostBytes;
    }

    /** Returns the options of a state that sets none. */
    public static StateOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns whether this process offers all values again, and not those of keys alone that it has written itself. */
    public boolean keptByAll() {
        return keptByAll;
    }

    /** Returns the file that has the values; null if none has. */
    public @Nullable Path file() {
        return file;
    }

    /** Returns the strength of this process as an owner; empty if the latest value wins. */
    public OptionalInt strength() {
        return strength;
    }

    /** Returns the most keys. */
    public int mostKeys() {
        return mostKeys;
    }

    /** Returns the most bytes of all values together, as they are sent. */
    public long mostBytes() {
        return mostBytes;
    }

    /** Builds options. For one thread. */
    public static final class Builder {
        private boolean keptByAll;
        private @Nullable Path file;
        private OptionalInt strength = OptionalInt.empty();
        private int mostKeys = 100_000;
        private long mostBytes = 256 << 20;

        private Builder() {}

        /**
         * Lets this process offer all values again that it has received. A process that joins later gets a value as long as one such
         * process lives, be it the writer or not. Each such process sends each value once more. (Default: a process offers the values of
         * those keys that it has written.)
         */
        public Builder keptByAll() {
            keptByAll = true;
            return this;
        }

        /**
         * Keeps all values in a file, and offers those of the file when the state is opened. The file is written at most each 200 ms, and
         * when the state is closed. Implies {@link #keptByAll}.
         */
        public Builder file(Path path) {
            file = Objects.requireNonNull(path, "path");
            return keptByAll();
        }

        /**
         * Lets the strongest process that lives own each key: values of weaker ones are ignored while it lives. (Default: the value with
         * the latest time wins.)
         */
        public Builder strength(int value) {
            strength = OptionalInt.of(value);
            return this;
        }

        /**
         * Sets the most keys (default 100,000). Further ones are ignored, and logged.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder mostKeys(int most) {
            if (most < 1) {
                throw new IllegalArgumentException("A state has at least one key, not " + most);
            }
            mostKeys = most;
            return this;
        }

        /**
         * Sets the most bytes of all values together, as they are sent (default 256 MiB). Further values are ignored, and logged.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder mostBytes(long most) {
            if (most < 1) {
                throw new IllegalArgumentException("A state has at least one byte, not " + most);
            }
            mostBytes = most;
            return this;
        }

        /** Returns the options. */
        public StateOptions build() {
            return new StateOptions(this);
        }
    }
}
