package dev.wherry.internal.mobility;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that cross with all that it takes to understand them, so that whoever stands between can pass them on without
 * their classes. Of what it refers to, each is in one of the two lists, and {@code null} in the other.
 *
 * @param known how many of the definitions, from 0, the writer has that the reader has made
 * @param defined those that the body uses and the reader may lack
 * @param body by the codec compact; a reference in it is its index in the lists
 * @param home objects of the reader's side, whose stubs the writer holds
 * @param carried objects of the writer's side
 * @param code that the reader may need, if there is any that it was not told of
 */
@SuppressWarnings("ArrayRecordComponent") // made, written and read once
public record Parcel(
        int known,
        List<Defined> defined,
        byte[] body,
        List<@Nullable Object> home,
        List<@Nullable Carried> carried,
        @Nullable Announcement code)
        implements Serializable {
    public Parcel {
        defined = List.copyOf(defined);
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(carried, "carried");
    }

    Parcel with(@Nullable Announcement other) {
        return new Parcel(known, defined, body, home, carried, other);
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
        public Reply {
            Objects.requireNonNull(parcel, "parcel");
        }
    }
}
