package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.baseWireHandle;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the numbers in a message's object stream refer back to: classes, and whatever is no class. */
final class StreamHandles {
    /** What stands for null; it has no number. */
    static final Node NULL = new Node(null);

    private final StreamBytes in;
    private final StreamTrace trace;
    private final List<Object> handles = new ArrayList<>();
    private int ended;
    private int markedHandles;
    private int markedEnded;

    StreamHandles(StreamBytes in, StreamTrace trace) {
        this.in = in;
        this.trace = trace;
    }

    /** Where hashing an object leads, from the least to the worst. */
    enum Leads {
        NOWHERE,
        /** If a user's class wants it. */
        PERHAPS,
        /** For certain: there are only the JDK's containers between. */
        SURELY
    }

    /** What a handle stands for that is no class. */
    static final class Node {
        /** Null for texts. */
        final @Nullable StreamClass type;
        /** What it refers to, if it is written for an object that goes by reference. */
        @Nullable
        Object referred;
        /** The number of objects that hashing it would visit. */
        long cost = 1;
        /** What comparing it takes beyond that. */
        long searching;
        /** How many are whole before it is; -1 if it is not, or never counts. */
        int order = -1;
        /** The first byte of a text; 0 of anything else. */
        byte initial;
        /** Whether it is an object whose parts are being read. */
        boolean open;
        /** What hashing it leads to that was not whole when this was read, so that it is not in the cost. */
        Leads leads = Leads.NOWHERE;

        Node(@Nullable StreamClass type) {
            this.type = type;
        }
    }

    /** Remembers what there is, for {@link #reset}. */
    void mark() {
        markedHandles = handles.size();
        markedEnded = ended;
    }

    /** Forgets what came since {@link #mark}. */
    void reset() {
        handles.subList(markedHandles, handles.size()).clear();
        ended = markedEnded;
    }

    /** Reads the number of what was met before. */
    <T> T read(Class<T> kind) {
        int index = in.i4() - baseWireHandle;
        trace.expect(in.position());
        if (index < 0 || index >= handles.size() || !kind.isInstance(handles.get(index))) {
            throw CodecException.malformed(
                    "a reference to " + kind.getSimpleName() + " " + index + " of " + handles.size());
        }
        return kind.cast(handles.get(index));
    }

    /** Passes a text of so many bytes. */
    Node text(long length) {
        Node node = begin(null);
        node.initial = length == 0 ? 0 : (byte) in.peek();
        in.pass(length);
        return node;
    }

    Node begin(@Nullable StreamClass type) {
        Node node = new Node(type);
        handles.add(node);
        return node;
    }

    Node end(Node node, long cost) {
        trace.expect(in.position());
        node.cost = Math.min(cost, Integer.MAX_VALUE);
        node.order = ended++;
        node.open = false;
        return node;
    }

    /** The number of a class that is not known whole yet: until then no class inherits from it. */
    int reserve(Class<?> type) {
        handles.add(type);
        return handles.size() - 1;
    }

    void define(int number, StreamClass type) {
        handles.set(number, type);
    }
}
