package dev.wherry.testkit.fuzz;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An interface whose values are of classes that a fuzzer fills with all that could be costly. */
public interface Fuzzed {
    /** Takes any value, and those of users' classes. */
    void take(Object any, Twin twin, Child child, Form form, Side side, Failure failure, Loose loose, Tight tight);

    /** Hashes its parts; it is made of them. */
    record Twin(@Nullable Object left, @Nullable Object right) implements Serializable {}

    /** Hashes its name, whatever it refers to, and may be referred to before it is whole. */
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

        /** Of all that it refers to: nobody who reads it may ask. */
        @Override
        public String toString() {
            return name + " of " + parent;
        }
    }

    /** Hashes by its identity, so that it is written wherever it stands; what is written may claim to be {@link Tight}. */
    final class Loose implements Serializable {
        private static final long serialVersionUID = 1;

        @Nullable
        Object left;

        @Nullable
        Object right;

        public Loose() {}
    }

    /** Hashes its parts, which may lead back to it: then it does so without end. */
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

    /** Writes itself. */
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

    /** A constant. */
    enum Side {
        LEFT,
        RIGHT
    }

    /** An exception with a value in it. */
    final class Failure extends Exception {
        final @Nullable Object detail;

        Failure(@Nullable Object detail) {
            super("message", null, false, false);
            this.detail = detail;
        }
    }
}
