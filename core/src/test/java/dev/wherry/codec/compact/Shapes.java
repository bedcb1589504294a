package dev.wherry.codec.compact;

import dev.wherry.ByReference;
import dev.wherry.PreserveIdentity;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Classes of every shape that may be a value. */
final class Shapes {
    private Shapes() {}

    record Point(int x, int y) {}

    record Everything(
            boolean a, byte b, short c, char d, int e, long f, float g, double h, String i, Integer j, Object k) {}

    record Pair<A, B>(A first, B second) {}

    record Link(int value, Link next) {}

    record Fussy(String name) {
        Fussy {
            Objects.requireNonNull(name, "name");
        }
    }

    sealed interface Animal permits Cat, Dog, Fish {}

    record Cat(String name) implements Animal {}

    static final class Dog implements Animal {
        private final int age;
        private transient int barks = 7;

        Dog(int age) {
            this.age = age;
        }

        int barks() {
            return barks;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Dog dog && dog.age == age;
        }

        @Override
        public int hashCode() {
            return age;
        }
    }

    enum Fish implements Animal {
        COD,
        EEL {
            @Override
            boolean electric() {
                return true;
            }
        };

        boolean electric() {
            return false;
        }
    }

    static class Base {
        private int hidden = 1;
        protected String name;

        int base() {
            return hidden;
        }

        Base hidden(int hidden) {
            this.hidden = hidden;
            return this;
        }
    }

    static class Derived extends Base {
        private int hidden = 2;
        private List<String> words = new ArrayList<>(List.of("made by the constructor"));
        private Derived other;

        int derived() {
            return hidden;
        }

        Derived with(int hidden, Derived other) {
            this.hidden = hidden;
            this.other = other;
            return this;
        }

        List<String> words() {
            return words;
        }

        Derived other() {
            return other;
        }
    }

    static final class Node {
        int value;
        Node next;
        List<Node> children = new ArrayList<>();
        Map<Node, String> names = new HashMap<>();

        Node(int value) {
            this.value = value;
        }

        @Override
        public int hashCode() {
            return 31 * value + (next == null ? 0 : next.value);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    class Inner {
        int number = 5;

        Shapes outer() {
            return Shapes.this;
        }
    }

    static final class Bag {
        Object anything;
    }

    /** Writes itself, with a value of any kind within. */
    static final class Parcel implements Externalizable {
        int number;
        String label;
        transient Object held;

        public Parcel() {}

        Parcel(int number, String label, Object held) {
            this.number = number;
            this.label = label;
            this.held = held;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
            out.writeObject(held);
            out.writeUTF(label);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            number = in.readInt();
            held = in.readObject();
            label = in.readUTF();
        }
    }

    @PreserveIdentity
    static final class Coin {
        int value;
    }

    static final class ByLength implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            return Integer.compare(a.length(), b.length());
        }
    }

    /** A point whose hash many others have. */
    record Slope(int x, int y) {
        @Override
        public int hashCode() {
            return x + y;
        }
    }

    record Collides(int value) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    @ByReference
    interface Callback {
        void call();
    }

    record Box<T>(T content, Optional<Callback> maybe, List<? extends Callback> more) {}

    static final class Mistake extends Exception {
        final int code;

        Mistake(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    static final class Unlisted extends RuntimeException {
        Unlisted(String message) {
            super(message);
        }
    }

    static Allowed allowed() {
        return allowed(false);
    }

    static Allowed allowed(boolean preservesIdentity) {
        return new Allowed(
                preservesIdentity,
                Point.class,
                Everything.class,
                Pair.class,
                Link.class,
                Fussy.class,
                Cat.class,
                Dog.class,
                Fish.class,
                Base.class,
                Derived.class,
                Node.class,
                Inner.class,
                Shapes.class,
                Bag.class,
                Parcel.class,
                Coin.class,
                ByLength.class,
                Collides.class,
                Slope.class,
                Box.class,
                Mistake.class,
                Person.class);
    }
}
