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
        /** What hashing it does with the part that is being read. */
        List<Visit.How> hashes = VisitedParts.NOT;
        /** How many are whole before it is; -1 if it is not, or never counts. */
        int order = -1;
        /** The first byte of a text; 0 of anything else. */
        byte initial;
        /** What is in it, if the hash codes of other objects may visit some of that alone; else null. */
        final @Nullable List<Node> parts;
        /** By what these do with it. */
        private Map<Visit.How, Node> views = Map.of();
        /** Whether its parts are being read. */
        boolean reading;

        Node(@Nullable StreamClass type) {
            this.type = type;
            parts = type != null && type.isAskedForParts() ? new ArrayList<>(2) : null;
            orders = type != null && Comparator.class.isAssignableFrom(type.type()) ? 1 : 0;
        }

        /** Counts a part, whether hashing it visits that or not. */
        private void hold(Node part) {
            fields += part.type == null || part.type.isValueOfJdk() ? part.fields : 1;
            orders += part.orders;
        }

        /** Counts bytes that belong to it alone. */
        void take(long bytes) {
            cost += bytes;
            fields += bytes;
        }

        /** Counts a part if hashing it visits that. */
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
         * What an operation visits that the hash code of an object around this one does with it. Hashing it visits other parts, or
         * none if it hashes by its identity.
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
                view.open(); // more parts of it may come
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
