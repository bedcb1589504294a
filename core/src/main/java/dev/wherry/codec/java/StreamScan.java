package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.SC_BLOCK_DATA;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;
import static java.io.ObjectStreamConstants.TC_ARRAY;
import static java.io.ObjectStreamConstants.TC_BLOCKDATA;
import static java.io.ObjectStreamConstants.TC_BLOCKDATALONG;
import static java.io.ObjectStreamConstants.TC_CLASS;
import static java.io.ObjectStreamConstants.TC_CLASSDESC;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_ENUM;
import static java.io.ObjectStreamConstants.TC_LONGSTRING;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_OBJECT;
import static java.io.ObjectStreamConstants.TC_PROXYCLASSDESC;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_STRING;
import static java.io.ObjectStreamConstants.baseWireHandle;

import dev.wherry.Limits;
import dev.wherry.codec.Cycle;
import dev.wherry.codec.java.StreamClass.Content;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the grammar of object streams before anything is made of them: classes, depth, number and lengths are checked
 * here, and so is what an {@link java.io.ObjectInputFilter} cannot see, the work of hashing. A set of sets that share
 * their elements doubles that work with every level; a few bytes would keep a processor busy for ever.
 *
 * <p>One scan serves all the values of a message, which refer back to one another.
 */
final class StreamScan {
    /** Objects hashed, each as often as it is reached, beyond a multiple of those that are there. */
    private static final long WORK = 200_000;

    private static final int WORK_PER_OBJECT = 16;
    private static final int CLASS_PARENTS = 100;
    private static final int LONGEST_PATH = 100;

    private final StreamBytes in;
    private final StreamTypes types;
    private final int mostObjects;
    private final int mostDepth;
    private final @Nullable KeyWatch keys;
    private final List<Object> handles = new ArrayList<>();
    private final List<String> path = new ArrayList<>();

    private int objects;
    private int resolved;
    private int depth;
    private int depthHere;
    private int keysAround;
    private long work;
    private @Nullable Node last;

    /** @param keys of what is to be made of the bytes; null if nothing is */
    StreamScan(StreamBytes in, StreamTypes types, Limits limits, @Nullable KeyWatch keys) {
        this.in = in;
        this.types = types;
        this.mostObjects = limits.graphObjects();
        this.mostDepth = limits.graphDepth();
        this.keys = keys;
    }

    /** What a handle stands for that is no class. */
    static final class Node {
        private final @Nullable StreamClass type;
        private long cost = 1;
        private int order = -1;
        private boolean open;

        Node(@Nullable StreamClass type) {
            this.type = type;
        }
    }

    /** Says that a value nests deeper than was asked for; it can be scanned again. */
    @SuppressWarnings("serial") // never leaves this package
    static final class TooDeepHere extends RuntimeException {
        TooDeepHere() {
            super(null, null, false, false);
        }
    }

    /**
     * Checks one value, from the beginning of its bytes.
     *
     * @throws TooDeepHere if it nests more than {@code depthHere}, which is what the stack has room for
     */
    void value(int depthHere) {
        int handlesBefore = handles.size();
        int objectsBefore = objects;
        int resolvedBefore = resolved;
        long workBefore = work;
        this.depthHere = depthHere;
        depth = 0;
        keysAround = 0;
        path.clear();
        try {
            content();
        } catch (TooDeepHere e) {
            handles.subList(handlesBefore, handles.size()).clear();
            objects = objectsBefore;
            resolved = resolvedBefore;
            work = workBefore;
            if (keys != null) {
                keys.expectNothing();
            }
            throw e;
        } catch (CodecException e) {
            throw path.isEmpty() ? e : e.at(shownPath());
        }
        if (in.left() > 0) {
            throw CodecException.malformed(in.left() + " bytes after the value");
        }
    }

    private String shownPath() {
        return String.join("", path.subList(0, Math.min(path.size(), LONGEST_PATH)));
    }

    /** Where a value stands that was not written to its end; what comes after it cannot be scanned any more. */
    String path() {
        try {
            value(LONGEST_PATH);
        } catch (CodecException | TooDeepHere e) {
            return shownPath(); // as far as it led
        }
        return "";
    }

    /** The next object or array of any kind; the number of objects that hashing it would visit. */
    private long content() {
        byte tag = (byte) in.u1();
        last = null;
        if (tag == TC_NULL) {
            return 1;
        }
        if (tag == TC_REFERENCE) {
            last = handle(Node.class);
            if (last.open) {
                checkCycle(last);
            }
            return last.cost;
        }
        if (++objects > mostObjects) {
            throw CodecException.limit("more than " + mostObjects + " objects", "graphObjects");
        }
        if (++depth > mostDepth) {
            throw CodecException.limit("values nested more than " + mostDepth + " deep", "graphDepth");
        }
        if (depth > depthHere) {
            throw new TooDeepHere();
        }
        Node node = switch (tag) {
            case TC_STRING -> string(in.u2());
            case TC_LONGSTRING -> string(in.i8());
            case TC_OBJECT -> object();
            case TC_ARRAY -> array();
            case TC_ENUM -> constant();
            case TC_CLASS -> literal();
            default -> throw CodecException.malformed("no object begins with " + (tag & 255));
        };
        depth--;
        last = node;
        return node.cost;
    }

    /** The stream would bring null, or what stands for the value in the stream, or a key that is hashed too early. */
    private void checkCycle(Node around) {
        StreamClass type = around.type;
        if (type != null && (type.type().isRecord() || type.isImmutableCollection())) {
            throw Cycle.refused("a record or an immutable value", type.type());
        }
        if (type != null && keysAround > 0 && type.isContainer()) {
            throw Cycle.refused("a map key or set element", type.type());
        }
    }

    private <T> T handle(Class<T> kind) {
        int index = in.i4() - baseWireHandle;
        if (index < 0 || index >= handles.size() || !kind.isInstance(handles.get(index))) {
            throw CodecException.malformed(
                    "a reference to " + kind.getSimpleName() + " " + index + " of " + handles.size());
        }
        return kind.cast(handles.get(index));
    }

    private Node begin(@Nullable StreamClass type) {
        Node node = new Node(type);
        handles.add(node);
        return node;
    }

    private Node end(Node node, long cost) {
        node.cost = Math.min(cost, Integer.MAX_VALUE);
        node.order = resolved++;
        node.open = false;
        return node;
    }

    private Node string(long length) {
        Node node = begin(null);
        in.pass(length);
        return end(node, 1);
    }

    private Node object() {
        StreamClass type = described();
        types.requireObjects(type.type());
        Node node = begin(type);
        node.open = true;
        long cost = 1;
        for (StreamClass part : type.parts()) {
            cost += part(part);
        }
        return end(node, type.hashesByIdentity() ? 1 : cost);
    }

    private long part(StreamClass part) {
        if (part.is(SC_EXTERNALIZABLE)) {
            if (!part.is(SC_BLOCK_DATA) || part.is(SC_SERIALIZABLE)) {
                throw CodecException.malformed("the form of " + part.type().getName());
            }
            return annotation(part, Content.PLAIN);
        }
        if (part.type().isRecord() && part.is(SC_WRITE_METHOD)) {
            throw CodecException.malformed("the form of record " + part.type().getName());
        }
        long cost = 0;
        int firstInt = 0;
        if (part.hasFields()) {
            firstInt = part.primitiveBytes() < 4 ? 0 : in.i4();
            in.pass(part.primitiveBytes() < 4 ? part.primitiveBytes() : part.primitiveBytes() - 4);
            for (String field : part.objectFields()) {
                cost += step("." + field);
            }
        }
        return part.is(SC_WRITE_METHOD) ? cost + annotation(part, part.content(firstInt)) : cost;
    }

    private long step(String step) {
        path.add(step);
        long cost = content();
        path.removeLast();
        return cost;
    }

    /** What a class writes by its own method: bytes in blocks, and objects. */
    private long annotation(StreamClass owner, Content content) {
        KeyWatch.Container container = null;
        long cost = 0;
        for (int elements = 0; ; ) {
            if (in.left() == 0) {
                path.add("[" + elements + "]"); // what is missing is named as well
            }
            switch ((byte) in.peek()) {
                case TC_ENDBLOCKDATA -> {
                    in.u1();
                    return cost;
                }
                case TC_BLOCKDATA -> {
                    in.u1();
                    in.pass(in.u1());
                }
                case TC_BLOCKDATALONG -> {
                    in.u1();
                    in.pass(in.i4());
                }
                default -> {
                    boolean value = content == Content.KEYS_AND_VALUES && elements % 2 == 1;
                    boolean key = content != Content.PLAIN && !value;
                    keysAround += key ? 1 : 0;
                    long one = step("[" + elements + "]");
                    cost += one;
                    if (key) {
                        keysAround--;
                        container = hash(one, container, owner);
                    }
                    elements++;
                }
            }
        }
    }

    private KeyWatch.@Nullable Container hash(long cost, KeyWatch.@Nullable Container container, StreamClass owner) {
        work += cost;
        if (work > WORK + (long) WORK_PER_OBJECT * objects) {
            throw CodecException.limit(
                    "keys that share their parts so that hashing them visits more than " + work + " objects",
                    "graphObjects");
        }
        Node key = last;
        if (keys == null || key == null || key.order < 0 || !watched(key.type, owner)) {
            return container;
        }
        KeyWatch.Container watched = container == null ? new KeyWatch.Container() : container;
        keys.expect(key.order, watched);
        return watched;
    }

    /** Keys that can be ordered go into trees, where equal hashes do no harm. */
    private static boolean watched(@Nullable StreamClass type, StreamClass owner) {
        if (owner.searchesLinearly()) {
            return type == null || !type.type().isEnum();
        }
        return type != null && !Comparable.class.isAssignableFrom(type.type()) && !type.hashesByIdentity();
    }

    private Node array() {
        StreamClass type = described();
        Class<?> element = type.type().getComponentType();
        if (element == null) {
            throw CodecException.malformed("an array of class " + type.type().getName());
        }
        Node node = begin(type);
        if (element.isPrimitive()) {
            int size = sizeOf(element.descriptorString().charAt(0));
            in.pass((long) in.count(size) * size);
            return end(node, 1);
        }
        int length = in.count(1);
        long cost = 1;
        for (int i = 0; i < length; i++) {
            cost += step("[" + i + "]");
        }
        return end(node, cost);
    }

    private Node constant() {
        StreamClass type = described();
        if (!type.type().isEnum()) {
            throw CodecException.malformed(
                    "an enum constant of class " + type.type().getName());
        }
        Node node = begin(type);
        text();
        return end(node, 1);
    }

    /** Collections of enums name the enum; no other class is a value. */
    private Node literal() {
        StreamClass type = described();
        if (!type.type().isEnum()) {
            throw types.refusal(Class.class.getName());
        }
        return begin(type);
    }

    private void text() {
        switch ((byte) in.u1()) {
            case TC_STRING -> {
                begin(null);
                in.pass(in.u2());
            }
            case TC_REFERENCE -> {
                if (handle(Node.class).type != null) {
                    throw CodecException.malformed("a name that is no string");
                }
            }
            default -> throw CodecException.malformed("a name that is no string");
        }
    }

    private StreamClass described() {
        StreamClass type = classDescriptor(0);
        if (type == null) {
            throw CodecException.malformed("an object without a class");
        }
        return type;
    }

    private @Nullable StreamClass classDescriptor(int heirs) {
        byte tag = (byte) in.u1();
        return switch (tag) {
            case TC_NULL -> null;
            case TC_REFERENCE -> handle(StreamClass.class);
            case TC_CLASSDESC -> newClass(heirs);
            case TC_PROXYCLASSDESC -> throw types.refusal("jdk.proxy.$Proxy");
            default -> throw CodecException.malformed("no class begins with " + (tag & 255));
        };
    }

    private StreamClass newClass(int heirs) {
        if (heirs > CLASS_PARENTS) {
            throw CodecException.malformed("a class with more than " + CLASS_PARENTS + " superclasses");
        }
        Class<?> type = types.find(in.text(in.u2()));
        in.pass(8); // the serial version, which the object stream compares
        int index = handles.size();
        handles.add(type); // until it is known whole: no class inherits from itself
        int flags = in.u1();
        int primitiveBytes = 0;
        List<String> objectFields = new ArrayList<>();
        for (int fields = in.u2(); fields > 0; fields--) {
            char kind = (char) in.u1();
            String name = in.text(in.u2());
            if (kind == 'L' || kind == '[') {
                text();
                objectFields.add(name);
            } else if (objectFields.isEmpty()) {
                primitiveBytes += sizeOf(kind);
            } else {
                throw CodecException.malformed("the order of fields of " + type.getName());
            }
        }
        if (in.u1() != TC_ENDBLOCKDATA) {
            throw CodecException.malformed("an annotated class");
        }
        StreamClass parent = classDescriptor(heirs + 1);
        StreamClass described = new StreamClass(type, flags, primitiveBytes, objectFields, parent);
        handles.set(index, described);
        return described;
    }

    private static int sizeOf(char kind) {
        return switch (kind) {
            case 'B', 'Z' -> 1;
            case 'C', 'S' -> 2;
            case 'I', 'F' -> 4;
            case 'J', 'D' -> 8;
            default -> throw CodecException.malformed("a field of type " + (int) kind);
        };
    }
}
