package dev.wherry.codec.jboss;

import java.io.IOException;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.reflect.SerializableClassRegistry;
import org.jboss.marshalling.river.RiverMarshaller;
import org.jboss.marshalling.river.RiverMarshallerFactory;

/**
 * A marshaller that asks no value for its text where writing fails. River would, to say what it was writing; the text of parts
 * that are shared may have no end. It also writes each superclass anew where river
 * would refer to one that was written before: the reader cannot see to which class a reference leads.
 */
final class SilentMarshaller extends RiverMarshaller {
    /** Carries what went wrong past river, which adds texts to exceptions alone. */
    @SuppressWarnings("serial") // never leaves this package
    static final class Failed extends Error {
        Failed(Exception cause) {
            super(null, cause, false, false);
        }
    }

    /** Whether the class that is written next is the superclass of the last one. */
    private boolean superclass;

    SilentMarshaller(RiverMarshallerFactory factory, MarshallingConfiguration configuration) throws IOException {
        super(factory, SerializableClassRegistry.getInstance(), configuration);
    }

    @Override
    protected void doWriteObject(Object value, boolean unshared) {
        try {
            super.doWriteObject(value, unshared);
        } catch (IOException | RuntimeException e) {
            throw new Failed(e);
        }
    }

    @Override
    protected void writeSerialSuperClass(Class<?> type) throws IOException {
        superclass = true;
        writeNewSerializableClass(type);
    }

    /** Returns whether the class that is being written is the superclass of the last one; called once for each class. */
    boolean takeSuperclass() {
        boolean taken = superclass;
        superclass = false;
        return taken;
    }
}
