package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.spi.In;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values that cross with all that it takes to understand them, so that whoever stands between can pass them on without
 * their classes.
 *
 * @param known how many of the definitions, from 0, the writer has that the reader has made
 * @param body by the codec compact; a reference in it is its index in the lists
 * @param luggage what goes with it; null if there is nothing, as in a warm task's
 */
@SuppressWarnings("ArrayRecordComponent") // made, written and read once
public record Parcel(int known, byte[] body, @Nullable Luggage luggage) implements Serializable {
    private static final Luggage NONE = new Luggage(List.of(), List.of(), List.of(), null);

    public Parcel {
        Objects.requireNonNull(body, "body");
    }

    public static Parcel of(int known, byte[] body, Luggage luggage) {
        return new Parcel(known, body, luggage.isEmpty() ? null : luggage);
    }

    public Luggage all() {
        return luggage == null ? NONE : luggage;
    }

    public @Nullable Announcement code() {
        return luggage == null ? null : luggage.code;
    }

    /**
     * Of what a body refers to, each is in one of two lists, and {@code null} in the other.
     *
     * @param defined definitions that the body uses and the reader may lack
     * @param home objects of the reader's side, whose stubs the writer holds: references alone, as any Object of {@code Own}
     * @param referents objects of the writer's side
     * @param code that the reader may need, if there is any that it was not told of
     */
    public record Luggage(
            List<Defined> defined,
            List<@Nullable Object> home,
            List<@Nullable RemoteObject> referents,
            @Nullable Announcement code)
            implements Serializable {
        public Luggage {
            defined = List.copyOf(defined);
            Objects.requireNonNull(home, "home");
            Objects.requireNonNull(referents, "referents");
        }

        boolean isEmpty() {
            return defined.isEmpty() && home.isEmpty() && referents.isEmpty() && code == null;
        }
    }

    /**
     * What the writer says once and names by a number from then on: see {@link dev.wherry.spi.Definition}.
     *
     * @param said its kind and its content
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Defined(int number, byte[] said) implements Serializable {
        public Defined {
            Objects.requireNonNull(said, "said");
        }
    }

    /** @param failed whether the parcel holds what was thrown */
    public record Reply(boolean failed, Parcel parcel) implements Serializable {
        /** For a caller who waits for nothing. */
        static final Reply NONE = new Reply(false, new Parcel(0, new byte[0], null));

        public Reply {
            Objects.requireNonNull(parcel, "parcel");
        }

        /** For a call that nobody waits for: what it has thrown is for the log. */
        public void checkUnheard() {
            if (failed) {
                throw new CallException(
                        Code.INTERNAL, "It threw " + Failures.shown(new In(parcel.body())) + " in a child JVM");
            }
        }

        public Reply passed(UnaryOperator<Parcel> way) {
            return new Reply(failed, way.apply(parcel));
        }
    }
}
