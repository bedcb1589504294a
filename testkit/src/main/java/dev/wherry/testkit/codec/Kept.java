package dev.wherry.testkit.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;

/** Classes of which a codec could lose something without a word. */
public final class Kept {
    private Kept() {}

    /** A list with more than its elements. */
    public static final class Page extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        /** Not among the elements. */
        public long total;

        Page(long total) {
            this.total = total;
        }
    }

    /** Sets up what does not travel, and is not Serializable. */
    public abstract static class Base {
        /** Of each object its own. */
        public final transient Object lock = new Object();

        Base() {}
    }

    /** Has no constructor without parameters. */
    public static final class Order extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        /** Travels. */
        public final int number;

        Order(int number) {
            this.number = number;
        }
    }

    /** Writes and reads what it holds by itself. */
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

    /** Changes what it is in while it is written, as another thread could. */
    public static final class Meddler implements Externalizable {
        private static final long serialVersionUID = 1;
        private transient Runnable meddling = () -> {};

        /** As what arrives. */
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
