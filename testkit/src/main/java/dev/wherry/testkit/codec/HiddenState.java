package dev.wherry.testkit.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;

/** Classes with state that a careless codec loses silently. */
public final class HiddenState {
    private HiddenState() {}

    /** A list with a field in addition to its elements. */
    public static final class Page extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        /** A field that is not among the elements. */
        public long total;

        Page(long total) {
            this.total = total;
        }
    }

    /** A base class that is not Serializable. Its constructor sets state that does not travel. */
    public abstract static class Base {
        /** A value that each object creates for itself. */
        public final transient Object lock = new Object();

        Base() {}
    }

    /** A Serializable class whose base class is not. It has no constructor without parameters. */
    public static final class Order extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        /** A field that travels. */
        public final int number;

        Order(int number) {
            this.number = number;
        }
    }

    /** An exception that writes and reads its field by writeObject and readObject. */
    public static final class Violation extends Exception {
        private static final long serialVersionUID = 1;
        private transient String field;

        Violation(String field) {
            super("invalid");
            this.field = field;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF(field);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            field = in.readUTF();
        }

        @Override
        public String getMessage() {
            return super.getMessage() + ": " + field;
        }
    }

    /** An object that changes its container while it is written, as another thread could. */
    public static final class Meddler implements Externalizable {
        private static final long serialVersionUID = 1;
        private transient Runnable meddling = () -> {};

        /** For decoding. */
        public Meddler() {}

        Meddler(Runnable meddling) {
            this.meddling = meddling;
        }

        @Override
        public void writeExternal(ObjectOutput out) {
            meddling.run();
        }

        @Override
        public void readExternal(ObjectInput in) {}
    }
}
