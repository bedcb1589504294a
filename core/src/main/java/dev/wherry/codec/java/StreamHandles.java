package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.baseWireHandle;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** What a handle stands for that is no class. */
    static final class Node {
        /** Null for texts. */
        final @Nullable StreamClass type;
        /** What it refers to, if it is written for an object that goes by reference. */
        @Nullable
        Object referred;
        /** What hashing it visits, in bytes, but for {@link #open}. */
        long cost = 1;
        /** What comparing it takes beyond that. */
        long searching;
        /** What asking for all of its fields visits, in bytes, but not what is in the objects in these. */
        long fields = 1;
        /** How many comparators are in it, each as often as it is reached, with itself. */
        long orders;
        /** What hashing it visits of which the cost changes, or changed when this was read; null if there is nothing. */
        @Nullable
        OpenParts open;
        /** The object within it that is being read, if hashing this will visit it. */
        @Nullable
        Node inner;
        /** Of a list or queue with which others may fill themselves, what it holds; else null. */
        @Nullable
        StreamKeys elements;
        /** Whether hashing it visits the part that is being read. */
        boolean hashes;
        /** How many are whole before it is; -1 if it is not, or never counts. */
        int order = -1;
        /** The first byte of a text; 0 of anything else. */
        byte initial;
        /** Whether its parts are being read. */
        boolean reading;

        Node(@Nullable StreamClass type) {
            this.type = type;
            orders = type != null && Comparator.class.isAssignableFrom(type.type()) ? 1 : 0;
        }

        /** Counts a part, whether hashing it visits that or not. */
        void hold(Node part) {
            fields += part.type == null || part.type.isValueOfJdk() ? part.fields : 1;
            orders += part.orders;
        }

        /** Counts bytes that belong to it alone. */
        void take(long bytes) {
            cost += bytes;
            fields += bytes;
        }

        /** Counts a part that hashing it visits. */
        void add(Node part) {
            if (part.open == null) {
                cost += part.cost;
                searching += part.searching;
            } else {
                open().parts.add(part);
            }
        }

        boolean isArray() {
            return type != null && type.type().isArray();
        }

        /** For what holds it from now on: more parts of it may come. */
        OpenParts open() {
            if (open == null) {
                open = new OpenParts();
            }
            return open;
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

    /** How many objects are whole. */
    int ended() {
        return ended;
    }

    Node end(Node node) {
        trace.expect(in.position());
        node.cost = Math.min(node.cost, Integer.MAX_VALUE);
        node.searching = Math.min(node.searching, Integer.MAX_VALUE);
        node.fields = Math.min(node.fields, Integer.MAX_VALUE);
        node.orders = Math.min(node.orders, Integer.MAX_VALUE);
        node.order = ended++;
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
