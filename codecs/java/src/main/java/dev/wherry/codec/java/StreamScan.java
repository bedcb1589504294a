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

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.codec.java.StreamWork.TooDeepHere;
import dev.wherry.spi.CodecException;
import java.math.BigDecimal;
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
    /** The last object that was written as a reference. */
    private @Nullable Object referred;

    /** @param references the references of the message that is written; null if a message is read */
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
     * @throws TooDeepHere if it nests more than {@code depthHere}, the depth that the stack can hold
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
            if (before.reading) {
                work.referAround(before);
            }
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
        Node text = handles.text(length);
        text.take(length);
        return handles.end(text);
    }

    private Node object(Class<?> declared) {
        StreamClass type = descriptors.read();
        types.requireObjects(type.type());
        type.requireFits(declared);
        VisitedParts visited = type.visited();
        Node node = handles.begin(type);
        Node outer = work.enterParts(node);
        if (type.is(SC_EXTERNALIZABLE)) {
            annotation(node, visited, new StreamKeys(type, 0)); // which holds what its superclasses have, too
        } else {
            List<StreamClass> parts = type.parts();
            for (int i = 0; i < parts.size(); i++) {
                part(node, parts.get(i), visited, i);
            }
        }
        work.leaveParts(node, outer);
        work.takeMemory(type);
        if (type.type() == Substitutes.Reference.class) {
            node.referred = referred;
        }
        if (visited.isEmpty()) {
            node.cost = 1;
        }
        return handles.end(node);
    }

    private void part(Node node, StreamClass part, VisitedParts visited, int number) {
        node.take(part.primitiveBytes());
        int firstInt = 0;
        Node order = StreamHandles.NULL;
        if (part.hasFields()) {
            if (part.readsItself()) {
                trace.expectFields(in.position(), part.isEmpty());
            }
            firstInt = part.primitiveBytes() < 4 ? 0 : in.i4();
            in.pass(part.primitiveBytes() < 4 ? part.primitiveBytes() : part.primitiveBytes() - 4);
            List<String> fields = part.objectFields();
            for (int i = 0; i < fields.size(); i++) {
                node.hashes = visited.fields().get(number).get(i);
                Node value = field(part, i);
                node.add(value);
                order = part.isOrder(i) ? value : order;
            }
            if (references != null && part.type() == Substitutes.Reference.class) {
                referred = references.at(firstInt);
            }
        }
        if (part.type() == BigDecimal.class) {
            work.meetDecimal(node);
        }
        if (part.is(SC_WRITE_METHOD)) {
            StreamKeys container = new StreamKeys(part, firstInt);
            container.sortBy(order);
            annotation(node, visited, container);
        }
    }

    private Node field(StreamClass part, int index) {
        String name = part.objectFields().get(index);
        int start = in.position();
        int before = handles.ended();
        Node value = step("." + name, part.declared().get(index));
        if (value.order < before) {
            work.takeCopy(part.type(), value);
        }
        work.fill(part, value);
        if (CheckedForms.isLocaleOfFormat(part, index)) {
            work.meetOfFormat(value);
        }
        if (part.isChecked()) {
            work.check(part, name, value, in.textFrom(start));
        }
        return value;
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

    /** Reads the bytes and objects that the writeObject method of a class has written. */
    private void annotation(Node node, VisitedParts visited, StreamKeys container) {
        node.hashes = visited.written();
        for (int elements = 0; ; ) {
            if (in.left() == 0) {
                path.add("[" + elements + "]"); // what is missing is named as well
            }
            switch ((byte) in.peek()) {
                case TC_ENDBLOCKDATA -> {
                    in.u1();
                    work.leaveKeys(container, elements, node);
                    return;
                }
                case TC_BLOCKDATA -> {
                    in.u1();
                    node.take(block(container, in.u1()));
                }
                case TC_BLOCKDATALONG -> {
                    in.u1();
                    node.take(block(container, in.i4()));
                }
                default -> {
                    int index = elements++;
                    boolean key = container.isKey(index);
                    if (key) {
                        work.enterKey();
                    }
                    int before = handles.ended();
                    path.add("[" + index + "]");
                    Node element = content(Object.class);
                    path.removeLast();
                    boolean referred = element.order < before;
                    if (referred && !CopiedParts.areElements(container.type())) {
                        work.takeCopy(container.type(), element);
                    }
                    if (key) {
                        work.leaveKey();
                    }
                    if (index == 0 && container.writesOrder()) {
                        container.sortBy(element);
                    }
                    work.count(container, element, index, node, referred);
                    // A collection of the JDK's hashes an array by its identity.
                    boolean identity = element.isArray() && ClassNames.isOfJdk(container.type());
                    node.add(identity ? StreamHandles.NULL : element);
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
            node.take(bytes);
            return handles.end(node);
        }
        int length = in.count(1);
        Node outer = work.enterParts(node);
        node.hashes = VisitedParts.HASHED;
        for (int i = 0; i < length; i++) {
            node.add(step("[" + i + "]", element));
        }
        work.leaveParts(node, outer);
        return handles.end(node);
    }

    private Node constant() {
        StreamClass type = descriptors.read();
        if (!type.type().isEnum()) {
            throw CodecException.malformed(
                    "an enum constant of class " + type.type().getName());
        }
        Node node = handles.begin(type);
        descriptors.passName();
        return handles.end(node);
    }

    /** A class as a value. */
    private Node literal() {
        StreamClass type = descriptors.readLiteral();
        types.requireLiterals(type.type());
        if (type.type().isEnum()) {
            work.meetEnum(type.type());
        }
        return handles.begin(type);
    }
}
