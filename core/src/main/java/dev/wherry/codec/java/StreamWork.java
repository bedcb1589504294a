package dev.wherry.codec.java;

import dev.wherry.Limits;
import dev.wherry.codec.Cycle;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import org.jspecify.annotations.Nullable;

/**
 * Counts what it takes to read a message: objects, depth, and what an {@link java.io.ObjectInputFilter} cannot see, the
 * work of hashing. A set of sets that share their elements doubles that work with every level; a few bytes would keep a
 * processor busy for ever.
 */
final class StreamWork {
    /** Objects hashed, each as often as it is reached, beyond a multiple of those that are there. */
    private static final long HASHED = 200_000;

    private static final int HASHED_PER_OBJECT = 16;

    private final Limits limits;
    private final @Nullable KeyWatch keys;
    private int objects;
    private int depth;
    private int depthHere;
    private int keysAround;
    private long hashed;
    private int markedObjects;
    private long markedHashed;

    /** @param keys of what is to be made of the bytes; null if nothing is */
    StreamWork(Limits limits, @Nullable KeyWatch keys) {
        this.limits = limits;
        this.keys = keys;
    }

    /** Says that a value nests deeper than was asked for; it can be scanned again. */
    @SuppressWarnings("serial") // never leaves this package
    static final class TooDeepHere extends RuntimeException {
        TooDeepHere() {
            super(null, null, false, false);
        }
    }

    /** Begins the message's next value. */
    void mark(int depthHere) {
        this.depthHere = depthHere;
        depth = 0;
        keysAround = 0;
        markedObjects = objects;
        markedHashed = hashed;
    }

    /** Forgets what came since {@link #mark}. */
    void reset() {
        objects = markedObjects;
        hashed = markedHashed;
        if (keys != null) {
            keys.expectNothing();
        }
    }

    void enterObject() {
        if (++objects > limits.graphObjects()) {
            throw CodecException.limit("more than " + limits.graphObjects() + " objects", "graphObjects");
        }
        if (++depth > limits.graphDepth()) {
            throw CodecException.limit("values nested more than " + limits.graphDepth() + " deep", "graphDepth");
        }
        if (depth > depthHere) {
            throw new TooDeepHere();
        }
    }

    void leaveObject() {
        depth--;
    }

    void enterKey() {
        keysAround++;
    }

    /** Counts a key that a container of this class is about to hash. */
    void leaveKey(Node key, KeyWatch.Container container, StreamClass owner) {
        keysAround--;
        hashed += key.cost;
        if (hashed > HASHED + (long) HASHED_PER_OBJECT * objects) {
            throw CodecException.limit(
                    "keys that share their parts so that hashing them visits more than " + hashed + " objects",
                    "graphObjects");
        }
        if (keys != null && key.order >= 0 && isSearched(key.type, owner)) {
            keys.expect(key.order, container);
        }
    }

    /** The stream would bring null, or what stands for the value in the stream, or a key that is hashed too early. */
    void checkCycle(Node around) {
        StreamClass type = around.type;
        if (type != null && (type.type().isRecord() || type.isImmutableCollection())) {
            throw Cycle.refused("a record or an immutable value", type.type());
        }
        if (type != null && keysAround > 0 && type.isContainer()) {
            throw Cycle.refused("a map key or set element", type.type());
        }
    }

    /** Keys that can be ordered go into trees, where equal hashes do no harm. */
    private static boolean isSearched(@Nullable StreamClass type, StreamClass owner) {
        if (owner.searchesLinearly()) {
            return type == null || !type.type().isEnum();
        }
        return type != null && !Comparable.class.isAssignableFrom(type.type()) && !type.hashesByIdentity();
    }
}
