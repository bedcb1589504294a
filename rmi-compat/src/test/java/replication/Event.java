package replication;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.ref.SoftReference;

/** A change that waits to be sent. It refers to its element softly. */
public final class Event implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int PUT = 0;
    public static final int REMOVE = 1;

    private final int kind;
    private final Serializable key;
    private transient SoftReference<Element> element;

    public Event(int kind, Serializable key, Element element) {
        this.kind = kind;
        this.key = key;
        this.element = new SoftReference<>(element);
    }

    public int kind() {
        return kind;
    }

    public Serializable key() {
        return key;
    }

    public Element element() {
        return element.get();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeObject(element.get());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        element = new SoftReference<>((Element) in.readObject());
    }
}
