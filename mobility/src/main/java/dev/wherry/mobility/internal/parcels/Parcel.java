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
 * Encoded values with all that is needed to decode them, so that a parent can pass them on to its child JVM without their classes.
 *
 * @param known how many of the reader's definitions, from 0, the writer has received
 * @param body the values, encoded by the codec compact; a reference is an index into the lists
 * @param attachments null if there are none, as in a warm task's parcel
 */
@SuppressWarnings("ArrayRecordComponent") // created, written and read once
public record Parcel(int known, byte[] body, @Nullable Attachments attachments) implements Serializable {
    private static final Attachments NONE = new Attachments(List.of(), List.of(), List.of(), null);

    public Parcel {
        Objects.requireNonNull(body, "body");
    }

    public static Parcel of(int known, byte[] body, Attachments attachments) {
        return new Parcel(known, body, attachments.isEmpty() ? null : attachments);
    }

    public Attachments all() {
        return attachments == null ? NONE : attachments;
    }

    public @Nullable Announcement code() {
        return attachments == null ? null : attachments.code;
    }

    /**
     * The definitions, objects and classes that a body needs. An object is in one of the two lists, and {@code null} in the other.
     *
     * @param defined definitions that the body uses and the reader may lack
     * @param home objects of the reader's side, whose stubs the writer has. They are sent by reference, as every Object in the
     *     signature of an internal interface
     * @param remote objects of the writer's side
     * @param code classes that the reader may need and that were not announced before; null if there are none
     */
    public record Attachments(
            List<Defined> defined,
            List<@Nullable Object> home,
            List<@Nullable RemoteObject> remote,
            @Nullable Announcement code)
            implements Serializable {
        public Attachments {
            defined = List.copyOf(defined);
            Objects.requireNonNull(home, "home");
            Objects.requireNonNull(remote, "remote");
        }

        boolean isEmpty() {
            return defined.isEmpty() && home.isEmpty() && remote.isEmpty() && code == null;
        }
    }

    /**
     * A definition that the writer sends once and refers to by its number afterwards: see {@link dev.wherry.spi.Definition}.
     *
     * @param said its kind and its content
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Defined(int number, byte[] said) implements Serializable {
        public Defined {
            Objects.requireNonNull(said, "said");
        }
    }

    /** @param failed whether the parcel contains an exception */
    public record Reply(boolean failed, Parcel parcel) implements Serializable {
        /** The reply to a one-way call. */
        static final Reply NONE = new Reply(false, new Parcel(0, new byte[0], null));

        public Reply {
            Objects.requireNonNull(parcel, "parcel");
        }

        /** Throws the failure of a one-way call, for the log. */
        public void checkOneWay() {
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
