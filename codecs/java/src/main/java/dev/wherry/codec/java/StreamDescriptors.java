package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.TC_CLASSDESC;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_PROXYCLASSDESC;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_STRING;

import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of the grammar of object streams that describes classes. */
final class StreamDescriptors {
    private static final int CLASS_PARENTS = 100;

    private final StreamBytes in;
    private final StreamTypes types;
    private final StreamHandles handles;
    private final StreamTrace trace;

    StreamDescriptors(StreamBytes in, StreamTypes types, StreamHandles handles, StreamTrace trace) {
        this.in = in;
        this.types = types;
        this.handles = handles;
        this.trace = trace;
    }

    /** The class of an object. */
    StreamClass read() {
        return described(read(0, false));
    }

    /** A class that is itself the value. */
    StreamClass readLiteral() {
        return described(read(0, true));
    }

    private static StreamClass described(@Nullable StreamClass type) {
        if (type == null) {
            throw CodecException.malformed("an object without a class");
        }
        return type;
    }

    private @Nullable StreamClass read(int heirs, boolean literal) {
        byte tag = (byte) in.u1();
        return switch (tag) {
            case TC_NULL -> null;
            case TC_REFERENCE -> handles.read(StreamClass.class);
            case TC_CLASSDESC -> readNew(heirs, literal);
            case TC_PROXYCLASSDESC -> throw types.refusal("jdk.proxy.$Proxy");
            default -> throw CodecException.malformed("no class begins with " + (tag & 255));
        };
    }

    private StreamClass readNew(int heirs, boolean literal) {
        if (heirs > CLASS_PARENTS) {
            throw CodecException.malformed("a class with more than " + CLASS_PARENTS + " superclasses");
        }
        String className = in.text(in.u2());
        Class<?> type = literal ? types.findLiteral(className) : types.find(className);
        in.pass(8); // the serial version, which the object stream compares
        int number = handles.reserve(type);
        int flags = in.u1();
        int primitiveBytes = 0;
        String firstPrimitive = null;
        List<String> objectFields = new ArrayList<>();
        for (int fields = in.u2(); fields > 0; fields--) {
            char kind = (char) in.u1();
            String name = in.text(in.u2());
            if (kind == 'L' || kind == '[') {
                passType(kind);
                objectFields.add(name);
            } else if (objectFields.isEmpty()) {
                firstPrimitive = firstPrimitive == null ? name : firstPrimitive;
                primitiveBytes += sizeOf(kind);
            } else {
                throw CodecException.malformed("the order of fields of " + type.getName());
            }
        }
        trace.expect(in.position());
        if (in.u1() != TC_ENDBLOCKDATA) {
            throw CodecException.malformed("an annotated class");
        }
        StreamClass parent = read(heirs + 1, false);
        StreamClass described = new StreamClass(type, flags, primitiveBytes, firstPrimitive, objectFields, parent);
        described.checkForm();
        handles.define(number, described);
        return described;
    }

    /** Passes the name of a constant. */
    void passName() {
        if ((byte) in.u1() != TC_STRING) {
            throw CodecException.malformed("a name that is not a string");
        }
        handles.text(in.u2());
    }

    /** Passes the name of a field's type, which decides how the field is read. */
    private void passType(char kind) {
        Node name = switch ((byte) in.u1()) {
            case TC_STRING -> handles.text(in.u2());
            case TC_REFERENCE -> handles.read(Node.class);
            default -> throw CodecException.malformed("a type that is not a string");
        };
        if (name.initial != kind) {
            throw CodecException.malformed("a field of type '" + kind + "' that is said to be of another");
        }
    }

    /** Of a primitive, by its letter. */
    static int sizeOf(char kind) {
        return switch (kind) {
            case 'B', 'Z' -> 1;
            case 'C', 'S' -> 2;
            case 'I', 'F' -> 4;
            case 'J', 'D' -> 8;
            default -> throw CodecException.malformed("a field of type " + (int) kind);
        };
    }
}
