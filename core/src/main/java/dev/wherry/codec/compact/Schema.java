package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The description of a class that a peer gets once per link: its name, and how its values are written. That is enough
 * to skip a value of a class that does not exist here.
 *
 * @param numbered whether its objects are numbered for references back
 */
@SuppressWarnings("EnumOrdinal") // the order is part of the wire format
record Schema(Shape shape, String className, boolean numbered, List<Part> parts) {
    /** The order is part of the wire format. */
    enum Shape {
        RECORD,
        CLASS,
        /** The parts are the constants. A value is the number of one. */
        ENUM,
        /** An enum that is too large for a definition. A value is the name of its constant. */
        NAMED_ENUM,
        THROWABLE,
        /** The name of the only part holds the serialVersionUID. A value is a block of bytes. */
        EXTERNAL,
        /** The names of the parts describe the called method. A value is the list of captured values. */
        LAMBDA
    }

    /** A field, a component or a constant. */
    record Part(String name, FieldKind kind) {}

    /** Bytes of memory of a part, without its name. */
    static final int PART_BYTES = 128;

    /** The work for each byte that is parsed. Interfaces of an endpoint that share codecs parse it once. */
    private static final int WORK_PER_BYTE = 4;

    private static final int LONGEST_NAME = 1 << 12;

    static List<Part> parts(List<Member> members) {
        List<Part> parts = new ArrayList<>();
        for (Member member : members) {
            parts.add(new Part(member.name(), member.kind()));
        }
        return List.copyOf(parts);
    }

    boolean isEnum() {
        return shape == Shape.ENUM || shape == Shape.NAMED_ENUM;
    }

    /** Returns whether both may be versions of one class. */
    boolean resembles(Schema other) {
        return isEnum() == other.isEnum()
                && (shape == Shape.THROWABLE) == (other.shape == Shape.THROWABLE)
                && (shape == Shape.EXTERNAL) == (other.shape == Shape.EXTERNAL)
                && other.shape != Shape.LAMBDA;
    }

    /** Returns an estimate of its memory in bytes. */
    long bytes() {
        long names = className.length();
        for (Part part : parts) {
            names += part.name.length();
        }
        return (long) PART_BYTES * (1 + parts.size()) + names;
    }

    Definition define() {
        Out out = new Out(256);
        out.writeByte(shape.ordinal());
        out.writeText(className);
        out.writeBoolean(numbered);
        out.writeSize(parts.size());
        for (Part part : parts) {
            out.writeText(part.name);
            if (shape != Shape.ENUM) {
                out.writeByte(part.kind.ordinal());
            }
        }
        byte[] content = out.copy();
        if (content.length > Definition.LONGEST) {
            throw CodecException.impossible(className
                    + " has so many fields, with such long names, that describing them takes " + content.length
                    + " bytes, of which " + Definition.LONGEST + " are allowed. Split the class");
        }
        return new Definition(Definition.Kind.SCHEMA, content);
    }

    /** Parses a definition of a peer. The first message that uses it pays for the work and the memory. */
    static Schema of(Definition definition, DecodingBudget budget) {
        if (definition.kind() != Definition.Kind.SCHEMA) {
            throw CodecException.malformed("a " + definition.kind() + " instead of a schema");
        }
        byte[] content = definition.content();
        budget.takeWork((long) WORK_PER_BYTE * content.length, "Reading definitions of classes");
        In in = new In(content);
        int shape = in.readByte();
        if (shape >= Shape.values().length) {
            throw CodecException.malformed("a schema of shape " + shape);
        }
        String className = in.readName(LONGEST_NAME);
        boolean numbered = in.readBoolean();
        int count = in.readCount(1);
        budget.takeMemory((long) PART_BYTES * count, Definition.class);
        List<Part> parts = new ArrayList<>(count);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String name = in.readName(LONGEST_NAME);
            if (!names.add(name)) {
                throw CodecException.malformed("a schema of " + className + " with '" + name + "' twice");
            }
            parts.add(new Part(name, shape == Shape.ENUM.ordinal() ? FieldKind.OPEN : FieldKind.at(in.readByte())));
        }
        if (in.remaining() > 0) {
            throw CodecException.malformed("a schema of " + className + " with " + in.remaining() + " bytes too many");
        }
        return new Schema(Shape.values()[shape], className, numbered, List.copyOf(parts));
    }
}
