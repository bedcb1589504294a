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

/** An interface with places of open and of narrow types, for attacks to stand at. */
@RegisterTypes({Inbox.Pair.class, Inbox.Box.class, Inbox.Late.class, Inbox.Burdened.class, Pattern.class})
public interface Inbox {
    /** Takes anything. */
    void take(Object value);

    /** Takes texts. */
    void join(List<String> texts);

    /** Takes numbers by their names. */
    void add(Map<String, Integer> amounts);

    /** Takes a value that is one of the JDK's. */
    void note(LocalDate day);

    /** Takes a value with a place for anything. */
    void file(Folder folder);

    /** Takes an exception. */
    void fail(Exception failure);

    /** Asks back for anything: true if the answer was refused, and in a type that callers know. */
    boolean askAny(Source source);

    /** The same for texts. */
    boolean askTexts(Source source);

    /** Gives anything. */
    Object any();

    /** Gives texts. */
    List<String> texts();

    /** Asked back. */
    @ByReference
    interface Source {
        Object any();

        List<String> texts();
    }

    /** A value with a place for anything. */
    record Folder(@Nullable String name, @Nullable Object content) implements Serializable {}

    /** Hashing one hashes both. */
    record Pair(@Nullable Object first, @Nullable Object second) implements Serializable {}

    /** Hashing one hashes what is in it, which can be exchanged. */
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

    /** Runs something when it is written. */
    final class Late implements Externalizable {
        private final transient Runnable work;

        /** By its reader. */
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

    /** An exception with a place for anything. */
    @SuppressWarnings("serial") // what stands there is the question
    final class Burdened extends Exception {
        public final @Nullable Object content;

        public Burdened(@Nullable Object content) {
            super("burdened");
            this.content = content;
        }
    }
}
