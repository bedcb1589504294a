package dev.wherry.codec.java;

import dev.wherry.codec.StubTypes;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a message that are written as references. The object stream replaces an object without saying where it
 * stands. Where the scan of the written bytes finds one at a place that a stub cannot fill, it is copied instead: see
 * {@link StubTypes#fit}.
 */
final class WrittenReferences {
    private final Types types;
    private final ByReference byReference;
    /** Of the value that is being written. */
    private final List<Object> current = new ArrayList<>();
    /** Of the message's values before it. */
    private final Set<Object> before = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Of the message; null before it is known. */
    private @Nullable Encoding to;

    private final Set<Object> copied = Collections.newSetFromMap(new IdentityHashMap<>());

    WrittenReferences(Types types) {
        this.types = types;
        byReference = new ByReference(types);
    }

    void writtenTo(Encoding to) {
        this.to = to;
    }

    /** The same decisions for a message that is written anew. */
    void decideAs(WrittenReferences other) {
        copied.addAll(other.copied);
    }

    /** Whether an object's class puts it by reference where it stands in this message. */
    boolean has(Object object) {
        return !byReference.interfaces(object).isEmpty() && !copied.contains(object);
    }

    /** @return its index in the value */
    int add(Object object) {
        current.add(object);
        return current.size() - 1;
    }

    Object at(int index) {
        return current.get(index);
    }

    List<Object> current() {
        return current;
    }

    List<Class<?>> interfaces(Object object) {
        return byReference.interfaces(object);
    }

    /** Returns whether this value, which is not part of another one, is written as a reference. */
    @SuppressWarnings("ReferenceEquality") // the very object
    boolean contains(Object value) {
        return (!current.isEmpty() && current.getFirst() == value) || before.contains(value);
    }

    /** Objects that are copied so far. */
    int copies() {
        return copied.size();
    }

    /** The value is sent, and the next one begins. */
    void next() {
        before.addAll(current);
        current.clear();
    }

    /**
     * An object stands, as a reference, where a type is declared.
     *
     * @throws CodecException if neither a stub nor a copy can stand there
     */
    void stand(Object object, Class<?> declared) {
        if (StubTypes.fit(byReference.interfaces(object), declared)) {
            return;
        }
        boolean allowed = types.allows(object.getClass());
        if (!allowed || !(object instanceof Serializable)) {
            Encoding encoding = to;
            if (declared.isInterface() && encoding != null && encoding.travelsByReference(object)) {
                return; // a stub of another of its interfaces, as which it is bound or exported
            }
            throw allowed ? ObjectWriter.notSerializable(object) : types.refusal(object.getClass());
        }
        if (before.contains(object)) {
            throw CodecException.impossible("A " + object.getClass().getName() + " stands as a "
                    + declared.getName() + ", where only a copy can, and went by reference in an earlier parameter."
                    + " Declare both alike, or use codec 'compact'");
        }
        copied.add(object);
    }
}
