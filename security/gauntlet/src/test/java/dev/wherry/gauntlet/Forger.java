package dev.wherry.gauntlet;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes objects under the names of other classes with the same fields. So an attacker writes objects of classes of the JDK that a
 * program cannot make: the bytes are what counts.
 */
final class Forger extends ObjectOutputStream {
    private final Map<Class<?>, String> names;
    private final boolean located;

    /** @param located whether each class is followed by the location of its code, none, as in Java RMI */
    Forger(OutputStream out, Map<Class<?>, String> names, boolean located) throws IOException {
        super(out);
        this.names = names;
        this.located = located;
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
        if (located) {
            writeObject(null);
        }
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
        annotateClass(type);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass descriptor) throws IOException {
        String name = names.get(descriptor.forClass());
        try {
            super.writeClassDescriptor(
                    name == null ? descriptor : ObjectStreamClass.lookup(Class.forName(name, false, null)));
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }
}
