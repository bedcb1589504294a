package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;
import static java.io.ObjectStreamConstants.TC_ARRAY;
import static java.io.ObjectStreamConstants.TC_BLOCKDATA;
import static java.io.ObjectStreamConstants.TC_BLOCKDATALONG;
import static java.io.ObjectStreamConstants.TC_CLASS;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_ENUM;
import static java.io.ObjectStreamConstants.TC_LONGSTRING;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_OBJECT;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_STRING;

import dev.wherry.codec.java.StreamHandles.Leads;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.codec.java.StreamWork.TooDeepHere;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the grammar of object streams before anything is made of them, so that classes, lengths, cycles and the work that
 * a message makes are checked first.
 *
 * <p>One scan serves all the values of a message, which refer back to one another.
 */
final class StreamScan {
    private static final int LONGEST_PATH = 100;

    private final StreamBytes in;
    private final StreamTypes types;
    private final StreamHandles handles;
    private final StreamDescriptors descriptors;
    private final StreamWork work;
    private final StreamTrace trace;
    private final List<String> path = new ArrayList<>();
    private final @Nullable WrittenReferences references;
    /** Of the last object that was written as one. */
    private @Nullable Object referred;

    /** @param references of what is written; null if it is read */
    StreamScan(
            StreamBytes in,
            StreamTypes types,
            StreamWork work,
            StreamTrace trace,
            @Nullable WrittenReferences references) {
        this.references = references;
        this.in = in;
        this.types = types;
        this.work = work;
        this.trace = trace;
        handles = new StreamHandles(in, trace);
        descriptors = new StreamDescriptors(in, types, handles, trace);
    }

    /**
     * Checks one value, from the beginning of its bytes.
     *
     * @param declared what the value is declared as: another class is refused by its descriptor
     * @return what it costs as a key
     * @throws TooDeepHere if it nests more than {@code depthHere}, which is what the stack has room for
     */
    Node value(Class<?> declared, int depthHere) {
        handles.mark();
        work.mark(depthHere);
        trace.clear();
        path.clear();
        Node node;
        try {
            node = content(declared);
        } catch (TooDeepHere e) {
            handles.reset();
            work.reset();
            throw e;
        } catch (CodecException e) {
            throw path.isEmpty() ? e : e.at(shownPath());
        }
        if (in.left() > 0) {
            throw CodecException.malformed(in.left() + " bytes after the value");
        }
        return node;
    }

    private String shownPath() {
        return String.join("", path.subList(0, Math.min(path.size(), LONGEST_PATH)));
    }

    /** Where a value stands that was not written to its end; what comes after it cannot be scanned any more. */
    String path() {
        try {
            value(Object.class, LONGEST_PATH);
        } catch (CodecException | TooDeepHere e) {
            return shownPath(); // as far as it led
        }
        return "";
    }

    /** The next object or array. */
    private Node content(Class<?> declared) {
        byte tag = (byte) in.u1();
        if (tag == TC_NULL) {
            return StreamHandles.NULL;
        }
        if (tag == TC_REFERENCE) {
            Node before = handles.read(Node.class);
            if (before.open) {
                work.checkCycle(before);
            }
            work.refer(before);
            return before;
        }
        work.enterObject();
        Node node = switch (tag) {
            case TC_STRING -> string(in.u2());
            case TC_LONGSTRING -> string(in.i8());
            case TC_OBJECT -> object(declared);
            case TC_ARRAY -> array(declared);
            case TC_ENUM -> constant();
            case TC_CLASS -> literal();
            default -> throw CodecException.malformed("no object begins with " + (tag & 255));
        };
        work.leaveObject();
        return node;
    }

    private Node string(long length) {
        work.holdObject();
        return handles.end(handles.text(length), 1 + length);
    }

    private Node object(Class<?> declared) {
        StreamClass type = descriptors.read();
        types.requireObjects(type.type());
        type.requireFits(declared);
        Node node = handles.begin(type);
        node.open = true;
        Leads around = work.enterParts();
        long searching = work.searching();
        long cost = 1;
        if (type.is(SC_EXTERNALIZABLE)) {
            cost += annotation(new StreamKeys(type, 0)); // which holds what its superclasses have, too
        } else {
            for (StreamClass part : type.parts()) {
                cost += part(part);
            }
        }
        work.leaveParts(node, type, around, searching);
        work.takeMemory(type);
        if (type.type() == Substitutes.Reference.class) {
            node.referred = referred;
        }
        return handles.end(node, type.hashesByIdentity() ? 1 : cost);
    }

    private long part(StreamClass part) {
        long cost = part.primitiveBytes();
        int firstInt = 0;
        if (part.hasFields()) {
            if (part.readsItself()) {
                trace.expectFields(in.position(), part.isEmpty());
            }
            firstInt = part.primitiveBytes() < 4 ? 0 : in.i4();
            in.pass(part.primitiveBytes() < 4 ? part.primitiveBytes() : part.primitiveBytes() - 4);
            List<String> fields = part.objectFields();
            for (int i = 0; i < fields.size(); i++) {
                cost += step("." + fields.get(i), part.declared().get(i)).cost;
            }
            if (references != null && part.type() == Substitutes.Reference.class) {
                referred = references.at(firstInt);
            }
        }
        return part.is(SC_WRITE_METHOD) ? cost + annotation(new StreamKeys(part, firstInt)) : cost;
    }

    /** The value of a field, or an element; one of a class that cannot be there is refused before it is read. */
    private Node step(String step, Class<?> declared) {
        path.add(step);
        Node node = content(declared);
        if (node.referred != null) {
            Objects.requireNonNull(references).stand(node.referred, declared);
        }
        path.removeLast();
        return node;
    }

    /** What a class writes by its own method: bytes in blocks, and objects. */
    private long annotation(StreamKeys container) {
        long cost = 0;
        for (int elements = 0; ; ) {
            if (in.left() == 0) {
                path.add("[" + elements + "]"); // what is missing is named as well
            }
            switch ((byte) in.peek()) {
                case TC_ENDBLOCKDATA -> {
                    in.u1();
                    work.leaveKeys(container);
                    return cost;
                }
                case TC_BLOCKDATA -> {
                    in.u1();
                    cost += block(container, in.u1());
                }
                case TC_BLOCKDATALONG -> {
                    in.u1();
                    cost += block(container, in.i4());
                }
                default -> {
                    int index = elements++;
                    boolean key = container.isKey(index);
                    if (key) {
                        work.enterKey();
                    }
                    path.add("[" + index + "]");
                    Node element = content(Object.class);
                    path.removeLast();
                    container.count(element, index);
                    if (key) {
                        work.leaveKey(element, container, in.position());
                    }
                    cost += element.cost;
                }
            }
        }
    }

    private int block(StreamKeys container, int length) {
        container.pass(in, length);
        return length;
    }

    private Node array(Class<?> declared) {
        StreamClass type = descriptors.read();
        type.requireFits(declared);
        Class<?> element = type.type().getComponentType();
        if (element == null) {
            throw CodecException.malformed("an array of class " + type.type().getName());
        }
        work.holdObject();
        Node node = handles.begin(type);
        if (element.isPrimitive()) {
            int size = StreamDescriptors.sizeOf(element.descriptorString().charAt(0));
            long bytes = (long) in.count(size) * size;
            in.pass(bytes);
            return handles.end(node, 1 + bytes);
        }
        int length = in.count(1);
        Leads around = work.enterParts();
        long searching = work.searching();
        long cost = 1;
        for (int i = 0; i < length; i++) {
            cost += step("[" + i + "]", element).cost;
        }
        work.leaveArray(node, around, searching);
        return handles.end(node, cost);
    }

    private Node constant() {
        StreamClass type = descriptors.read();
        if (!type.type().isEnum()) {
            throw CodecException.malformed(
                    "an enum constant of class " + type.type().getName());
        }
        Node node = handles.begin(type);
        descriptors.passName();
        return handles.end(node, 1);
    }

    /** A class as a value. */
    private Node literal() {
        StreamClass type = descriptors.read();
        types.requireLiterals(type.type());
        if (type.type().isEnum()) {
            work.meetEnum(type.type());
        }
        return handles.begin(type);
    }
}
