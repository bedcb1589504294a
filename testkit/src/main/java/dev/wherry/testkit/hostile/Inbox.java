package dev.wherry.testkit.hostile;

import dev.wherry.ByReference;
import dev.wherry.RegisterTypes;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An interface with parameters and results of open and of narrow types, which attacks use. */
@RegisterTypes({Inbox.Pair.class, Inbox.Box.class, Inbox.Late.class, Inbox.Burdened.class, Pattern.class})
public interface Inbox {
    /** Accepts any value. */
    void take(Object value);

    /** Accepts strings. */
    void join(List<String> texts);

    /** Accepts numbers by name. */
    void add(Map<String, Integer> amounts);

    /** Accepts a JDK value. */
    void note(LocalDate day);

    /** Accepts a value with a field of type Object. */
    void file(Folder folder);

    /** Accepts an exception. */
    void fail(Exception failure);

    /** Calls back for a value. Returns whether the answer was refused with an exception that callers know. */
    boolean askAny(Source source);

    /** Calls back for strings. Returns the same. */
    boolean askTexts(Source source);

    /** Returns any value. */
    Object any();

    /** Returns strings. */
    List<String> texts();

    /** An object that the inbox calls back. */
    @ByReference
    interface Source {
        Object any();

        List<String> texts();
    }

    /** A value with a field of type Object. */
    record Folder(@Nullable String name, @Nullable Object content) implements Serializable {}

    /** A pair whose hash code hashes both parts. */
    record Pair(@Nullable Object first, @Nullable Object second) implements Serializable {}

    /** A box whose hash code hashes its content, which can be replaced. */
    final class Box implements Serializable {
        public @Nullable Object content;

        public Box() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Box box && Objects.equals(content, box.content);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(content);
        }
    }

    /** An object that runs code when it is written. */
    final class Late implements Externalizable {
        private final transient Runnable work;

        /** For decoding. */
        public Late() {
            this(() -> {});
        }

        Late(Runnable work) {
            this.work = work;
        }

        @Override
        public void writeExternal(ObjectOutput out) {
            work.run();
        }

        @Override
        public void readExternal(ObjectInput in) {}
    }

    /** An exception with a field of type Object. */
    @SuppressWarnings("serial") // the test is about this field
    final class Burdened extends Exception {
        public final @Nullable Object content;

        public Burdened(@Nullable Object content) {
            super("burdened");
            this.content = content;
        }
    }
}
