package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.baseWireHandle;

import dev.wherry.codec.Visit;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The classes and objects that the numbers in a message's object stream refer back to. */
final class StreamHandles {
    /** Stands for null, which has no number. */
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

    /** An object that a handle stands for. */
    static final class Node {
        /** The class; null for texts. */
        final @Nullable StreamClass type;
        /** The object, if it is written as a reference. */
        @Nullable
        Object referred;
        /** The bytes that hashing it visits, without {@link #open}. */
        long cost = 1;
        /** The cost of comparing it beyond that. */
        long searching;
        /** The bytes that reading all of its fields visits, without the contents of the objects in them. */
        long fields = 1;
        /** The number of comparators in it, itself among them, each as often as it is reached. */
        long orders;
        /** The parts that hashing it visits whose cost changes, or changed when this was read; null if there are none. */
        @Nullable
        OpenParts open;
        /** The object within it that is being read, if hashing this will visit it. */
        @Nullable
        Node inner;
        /** The elements of a list or queue that other containers may fill themselves with; else null. */
        @Nullable
        StreamKeys elements;
        /** The operation on the part that is being read when this is hashed. */
        List<Visit.How> hashes = VisitedParts.NOT;
        /** The number of objects that were complete before this one; -1 if this is not complete, or never counts. */
        int order = -1;
        /** The first byte of a text; 0 for other objects. */
        byte initial;
        /** Its parts, if the hash codes of other objects may visit some of them alone; else null. */
        final @Nullable List<Node> parts;
        /** The costs by the operation of those objects on this one. */
        private Map<Visit.How, Node> views = Map.of();
        /** Whether its parts are being read. */
        boolean reading;

        Node(@Nullable StreamClass type) {
            this.type = type;
            parts = type != null && type.isAskedForParts() ? new ArrayList<>(2) : null;
            orders = type != null && Comparator.class.isAssignableFrom(type.type()) ? 1 : 0;
        }

        /** Counts a part, whether hashing visits it or not. */
        private void hold(Node part) {
            fields += part.type == null || part.type.isValueOfJdk() ? part.fields : 1;
            orders += part.orders;
        }

        /** Counts bytes that belong to it alone. */
        void take(long bytes) {
            cost += bytes;
            fields += bytes;
        }

        /** Counts a part if hashing visits it. */
        void add(Node part) {
            hold(part);
            for (Visit.How how : hashes) {
                Node view = part.view(how);
                visit(view);
                if (view != part && part.reading) {
                    visit(part); // it has no fields yet, so that a hash code would not be that of the sender
                }
            }
            if (parts != null) {
                parts.add(part);
                views.forEach((how, view) -> visit(view, how, parts.size() - 1));
            }
        }

        private void visit(Node part) {
            if (part.open == null) {
                cost = Math.min(cost + part.cost, Integer.MAX_VALUE);
                searching = Math.min(searching + part.searching, Integer.MAX_VALUE);
            } else {
                open().parts.add(part);
            }
        }

        /**
         * Returns the cost of an operation on this object that the hash code of an object around it performs. Hashing this object
         * visits other parts, or none if it hashes by its identity.
         */
        private Node view(Visit.How how) {
            if (parts == null || how.equals(Visit.How.HASHED) || how.equals(Visit.How.ORDERED)) {
                return this;
            }
            Node known = views.get(how);
            if (known != null) {
                return known;
            }
            Node view = new Node(type);
            if (views.isEmpty()) {
                views = new HashMap<>();
            }
            views.put(how, view);
            if (reading) {
                view.open(); // more parts of it may follow
            }
            for (int i = 0; i < parts.size(); i++) {
                visit(view, how, i);
            }
            return view;
        }

        private void visit(Node view, Visit.How how, int part) {
            List<Node> all = Objects.requireNonNull(parts);
            for (Visit.How next : Objects.requireNonNull(type).visits(how, part)) {
                view.visit(all.get(part).view(next));
            }
        }

        boolean isArray() {
            return type != null && type.type().isArray();
        }

        /** Adds it to the object that holds it from now on. More parts of it may follow. */
        OpenParts open() {
            if (open == null) {
                open = new OpenParts();
            }
            return open;
        }
    }

    /** Records the present state for {@link #reset}. */
    void mark() {
        markedHandles = handles.size();
        markedEnded = ended;
    }

    /** Restores the state at {@link #mark}. */
    void reset() {
        handles.subList(markedHandles, handles.size()).clear();
        ended = markedEnded;
    }

    /** Reads the number of an object or class that was read before. */
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

    /** Returns the number of complete objects. */
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

    /** Returns a number for a class whose descriptor is not complete. Until it is, no class inherits from it. */
    int reserve(Class<?> type) {
        handles.add(type);
        return handles.size() - 1;
    }

    void define(int number, StreamClass type) {
        handles.set(number, type);
    }
}
