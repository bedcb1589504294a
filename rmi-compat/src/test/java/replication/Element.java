package replication;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** A value in a cache, with its metadata. */
public final class Element implements Serializable, Cloneable {
    private static final long serialVersionUID = 1;

    private final Object key;
    private final Object value;
    private volatile long version = 1;
    private transient long hits;

    public Element(Object key, Object value) {
        this.key = key;
        this.value = value;
    }

    public Object key() {
        return key;
    }

    public Object value() {
        hits++;
        return value;
    }

    public long hits() {
        return hits;
    }

    public long version() {
        return version;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        version++;
    }
}
