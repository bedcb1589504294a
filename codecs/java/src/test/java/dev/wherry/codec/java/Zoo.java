package dev.wherry.codec.java;

import dev.wherry.ByReference;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** An interface whose signatures reach one class of each kind that JDK serialization treats differently. */
interface Zoo {
    Line line(Node node, Colour colour, ByHand a, ByDefault b, External c, Period d, Holder e, Child f, Loop g)
            throws Failed;

    void close(Closer closer);

    Subscription subscribe(Listener listener, NotSerializable plain, Twins twins, Colliding colliding);

    void rank(Ranked ranked);

    Period open(Resolving resolving, Swallowing swallowing, Failing failing) throws Trouble;

    enum Colour {
        RED {
            @Override
            public String toString() {
                return "red";
            }
        },
        GREEN
    }

    record Point(int x, int y) implements Serializable {}

    record Line(Point from, Point to, String name) implements Serializable {}

    record Twins(Object one, Object other) implements Serializable {}

    /** One that is compared by its rank, and then by the hash of what it holds. */
    class Ranked implements Comparable<Ranked>, Serializable {
        final int rank;
        Object held = "";

        Ranked(int rank) {
            this.rank = rank;
        }

        @Override
        public int compareTo(Ranked other) {
            int byRank = Integer.compare(rank, other.rank);
            return byRank != 0 ? byRank : Integer.compare(held.hashCode(), other.held.hashCode());
        }
    }

    record Colliding(int number) implements Serializable {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    class Node implements Serializable {
        Node next;
        Object value;

        Node() {}

        Node(Node next) {
            this.next = next;
        }
    }

    /** One that leads to itself cannot be hashed. */
    class Loop implements Serializable {
        Object next;

        @Override
        public int hashCode() {
            return next == null ? 0 : next.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** As many old classes do: everything by hand, the fields left out. */
    class ByHand implements Serializable {
        int number;
        String text;

        ByHand(int number, String text) {
            this.number = number;
            this.text = text;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
            out.writeObject(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            number = in.readInt();
            text = (String) in.readObject();
        }
    }

    class ByDefault implements Serializable {
        int number = 7;
        String text = "text";
        transient int extra = 5;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(extra);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            extra = in.readInt();
        }
    }

    class External implements Externalizable {
        String text;

        public External() {}

        External(String text) {
            this.text = text;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF(text);
            out.writeObject(text);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            text = in.readUTF() + in.readObject();
        }
    }

    /** Effective Java's serialization proxy. */
    final class Period implements Serializable {
        final transient int days;

        Period(int days) {
            this.days = days;
        }

        private Object writeReplace() {
            return new Form(days);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("only by its form");
        }

        private static final class Form implements Serializable {
            private final int days;

            Form(int days) {
                this.days = days;
            }

            private Object readResolve() {
                return new Period(days);
            }
        }
    }

    @ByReference
    interface Listener {
        void on(String event);
    }

    @ByReference
    interface Closer {
        void close();
    }

    record Subscription(Listener listener, List<Listener> more) implements Serializable {}

    class Failed extends Exception {
        final Point where;

        Failed(String message, Point where, Throwable cause) {
            super(message, cause);
            this.where = where;
        }
    }

    class Trouble extends Exception {
        Object detail;

        Trouble(Object detail) {
            this.detail = detail;
        }
    }

    class Resolving implements Serializable {
        Object held;

        Resolving(Object held) {
            this.held = held;
        }

        private Object readResolve() {
            return held;
        }
    }

    /** Hides what went wrong while it was read, as careless classes do. */
    class Swallowing implements Serializable {
        transient Object held;

        Swallowing(Object held) {
            this.held = held;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(held);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            try {
                in.defaultReadObject();
                held = in.readObject();
            } catch (Exception e) {
                held = "nothing happened";
            }
        }
    }

    /** Throws an error when it is written or when it is read, as it was made to. */
    class Failing implements Serializable {
        private final String where;

        Failing(String where) {
            this.where = where;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            if (where.equals("write")) {
                throw new AssertionError("write");
            }
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            throw new AssertionError(where);
        }
    }

    record NotSerializable(int x) {}

    class Holder implements Serializable {
        List<Object> items = new ArrayList<>();
    }

    class Parent implements Serializable {
        int inherited = 3;
    }

    class Child extends Parent {
        int own = 4;
    }

    /** No signature mentions it. */
    class NotListed implements Serializable {}

    /** No signature mentions it. */
    class NotListedFailure extends RuntimeException {
        NotListedFailure(String message) {
            super(message);
        }
    }
}
