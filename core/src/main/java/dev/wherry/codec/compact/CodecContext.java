package dev.wherry.codec.compact;

import dev.wherry.spi.Types;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The context that the codecs of one interface share: its types, its slots, and access to each other. For any thread.
 */
abstract class CodecContext {
    final Types types;
    /** The slot that is declared as Object. It takes all values that may travel. */
    final Slot open;
    /** Slots whose classes {@link FinalFields#check} has accepted. */
    final Set<Slot> checked = ConcurrentHashMap.newKeySet();

    private final Map<Type, Slot> slots = new ConcurrentHashMap<>();

    CodecContext(Types types) {
        this.types = types;
        this.open = slot(Object.class);
    }

    final Slot slot(Type declared) {
        Type type = declared instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : declared;
        Slot slot = slots.get(type);
        if (slot == null) {
            slot = new Slot(this, type);
            Slot other = slots.putIfAbsent(type, slot);
            return other == null ? slot : other;
        }
        return slot;
    }

    /** Returns the codec of a value in a slot. */
    abstract ValueCodec codec(Object value, Slot at);

    /** Refuses a class whose objects can never travel in a slot. */
    abstract void check(Class<?> type, Slot at);

    /** Returns the codec of a class of the program, or of an exception of the JDK. */
    abstract ValueCodec own(Class<?> type);

    /** Returns the codec that a head names, unless the head is a reference. */
    abstract ValueCodec announced(int head, Slot at, Reader from);

    /**
     * Returns the number of kinds of values that a declared JDK class holds: none, elements, or keys and values. It is
     * -1 for other classes.
     */
    abstract int parts(Class<?> declared);

    /** Returns whether objects of a record or class are numbered. */
    abstract boolean preservesIdentity(Class<?> type);
}
