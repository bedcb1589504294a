package dev.wherry.testkit.rmi;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Classes of a program as they travel by Java RMI, with the special forms that Java serialization allows. */
@SuppressWarnings("serial") // both sides have the same classes
final class ProgramClasses {
    private ProgramClasses() {}

    enum Size {
        SMALL,
        LARGE {
            @Override
            public String toString() {
                return "large";
            }
        }
    }

    record Pair(Object left, Object right) implements Serializable {}

    record NotSerializableRecord(String text) {}

    static final class NotSerializable {
        String text = "text";
    }

    static class Node implements Serializable {
        int number = 1;
        String text = "text";
        Object next;

        Node() {}

        Node(Object next) {
            this.next = next;
        }
    }

    static class Derived extends Node {
        long more = 2;
    }

    static final class WithoutConstructor extends Node {
        final double weight;

        WithoutConstructor(double weight) {
            super(null);
            this.weight = weight;
        }
    }

    static final class Generic<T extends Comparable<T>> implements Serializable {
        T[] values;
        Map<String, T> byName = new HashMap<>();

        Generic(T[] values) {
            this.values = values;
            byName.put("first", values[0]);
        }
    }

    /** RMI leaves the transient field null, whatever the constructor sets. */
    static final class WithTransient implements Serializable {
        transient String skipped = "set by the constructor";
        int kept = 6;
    }

    static class NotSerializableParent {
        int reset = 1;
    }

    /** RMI runs the constructor of the superclass, which sets the field again. */
    static final class HeirOfNotSerializable extends NotSerializableParent implements Serializable {
        int kept = 2;
    }

    static final class WithWriteObject implements Serializable {
        transient String text = "by hand";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            text = in.readUTF();
        }
    }

    public static final class External implements Externalizable {
        String text = "";

        public External() {}

        External(String text) {
            this.text = text;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF(text);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            text = in.readUTF();
        }
    }

    static final class Single implements Serializable {
        static final Single ONE = new Single();

        private Single() {}

        private Object readResolve() {
            return ONE;
        }
    }

    static final class Replaced implements Serializable {
        final int days;

        Replaced(int days) {
            this.days = days;
        }

        private Object writeReplace() {
            return new ReplacedForm(days);
        }
    }

    private record ReplacedForm(int days) implements Serializable {
        private Object readResolve() {
            return new Replaced(days);
        }
    }

    static final class Outer implements Serializable {
        int number = 3;

        final class Inner implements Serializable {
            int twice = 2 * number;
        }

        Inner inner() {
            return new Inner();
        }

        Object anonymous() {
            return new Node() {
                int captured = number;
            };
        }
    }

    static final class Basket extends ArrayList<String> {
        String owner = "ann";
    }

    static final class Index extends HashMap<String, Integer> {
        int version = 7;
    }

    static final class Names extends ArrayList<String> {}

    static final class Cache extends LinkedHashMap<String, Integer> {
        int most = 2;

        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > most;
        }
    }

    enum ByLength implements Comparator<String> {
        SHORTEST_FIRST;

        @Override
        public int compare(String one, String other) {
            return Integer.compare(one.length(), other.length());
        }
    }

    static class Failure extends Exception {
        final int code;

        Failure(int code) {
            super("code " + code);
            this.code = code;
        }

        Failure(int code, Throwable cause) {
            super("code " + code, cause);
            this.code = code;
        }
    }

    static final class FailureWithForm extends Exception {
        private transient Map<String, String> fields;

        FailureWithForm(Map<String, String> fields) {
            this.fields = fields;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(new HashMap<>(fields));
        }

        @SuppressWarnings("unchecked")
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            fields = (Map<String, String>) in.readObject();
        }

        @Override
        public String getMessage() {
            return "wrong: " + fields;
        }
    }

    interface SerializableSupplier extends Serializable {
        String get();
    }
}
