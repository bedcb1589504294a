package dev.wherry.testkit.fuzz;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An interface with values of classes that a fuzzer fills with expensive content. */
public interface Fuzzed {
    /** Accepts any value, including those of users' classes. */
    void take(Object any, Twin twin, Child child, Form form, Side side, Failure failure, Loose loose, Tight tight);

    /** A record that hashes its parts. */
    record Twin(@Nullable Object left, @Nullable Object right) implements Serializable {}

    /** A class that hashes its name only. Values may refer to it before it is complete. */
    final class Child implements Serializable {
        @Nullable
        String name;

        @Nullable
        Object parent;

        public Child() {}

        Child(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Child child && Objects.equals(name, child.name);
        }

        @Override
        public int hashCode() {
            return String.valueOf(name).hashCode();
        }

        /** Returns a text of all that it refers to. A reader must not call this method. */
        @Override
        public String toString() {
            return name + " of " + parent;
        }
    }

    /**
     * A class that hashes by identity, so that any content can be written. In the bytes its name is replaced by {@link
     * Tight}.
     */
    final class Loose implements Serializable {
        private static final long serialVersionUID = 1;

        @Nullable
        Object left;

        @Nullable
        Object right;

        public Loose() {}
    }

    /** A class that hashes its parts. If they lead back to it, the hash code never ends. */
    final class Tight implements Serializable {
        private static final long serialVersionUID = 1;

        @Nullable
        Object left;

        @Nullable
        Object right;

        public Tight() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Tight tight
                    && Objects.equals(left, tight.left)
                    && Objects.equals(right, tight.right);
        }

        @Override
        public int hashCode() {
            return Objects.hash(left, right);
        }
    }

    /** A class that writes itself. */
    final class Form implements Externalizable {
        @Nullable
        Object content;

        public Form() {}

        Form(@Nullable Object content) {
            this.content = content;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(content);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            content = in.readObject();
        }
    }

    /** An enum. */
    enum Side {
        LEFT,
        RIGHT
    }

    /** An exception with a value. */
    final class Failure extends Exception {
        final @Nullable Object detail;

        Failure(@Nullable Object detail) {
            super("message", null, false, false);
            this.detail = detail;
        }
    }
}
