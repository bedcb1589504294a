package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.types.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Builds a type in the C library. Each use of a type gets a native type of its own, since the library may replace the one that it is
 * given and free it. For one thread.
 */
final class DynamicTypes {
    private static final int ENUMERATION = 18;
    private static final int ARRAY = 21;
    private static final int SEQUENCE = 22;
    private static final int STRUCTURE = 24;
    private static final int UNION = 25;
    private static final int STRING = 16;

    private static final int DEFINITION = 1;
    private static final int PRIMITIVE = 2;
    private static final int EXPLICIT_VALUE = 1;
    private static final int AT_THE_END = -1;

    /** The library gives this id another meaning, and larger ones need bits that the encoding uses. */
    private static final int FIRST_RESERVED_ID = 0x0f00_0000;

    private static final int LONGEST_NAME = 254;
    private static final int MOST_PARTS = 20_000;
    private static final int DEEPEST = 64;

    private final Arena arena;
    private final int participant;
    private int parts;

    private DynamicTypes(Arena arena, int participant) {
        this.arena = arena;
        this.participant = participant;
    }

    /**
     * Returns a native type that the caller must release.
     *
     * @param arena holds it
     * @throws DdsException of kind REFUSED if the library or this class does not accept the type
     */
    static MemorySegment create(Arena arena, int participant, DataType.Structure type) {
        return new DynamicTypes(arena, participant).definition(type, 0);
    }

    /** If the library refuses a part, the parts before it are not freed: it does not say which of them it still refers to. */
    private MemorySegment definition(DataType type, int depth) {
        parts++;
        if (depth > DEEPEST || parts > MOST_PARTS) {
            throw refused(
                    "a type is nested deeper than " + DEEPEST + " levels or has more than " + MOST_PARTS + " parts");
        }
        return switch (type) {
            case DataType.Primitive primitive -> throw new IllegalArgumentException(primitive + " has no definition");
            case DataType.Text text -> text(text);
            case DataType.Sequence sequence -> sequence(sequence, depth);
            case DataType.Array array -> array(array, depth);
            case DataType.Enumeration enumeration -> enumeration(enumeration);
            case DataType.Structure structure -> structure(structure, depth);
            case DataType.Union union -> union(union, depth);
        };
    }

    private MemorySegment text(DataType.Text text) {
        MemorySegment descriptor = arena.allocate(Layouts.TYPE_DESCRIPTOR);
        descriptor.set(JAVA_INT, Layouts.DESCRIPTOR_KIND, STRING);
        bounds(descriptor, text.bound() == 0 ? List.of() : List.of(text.bound()));
        return create(descriptor, "a text");
    }

    private MemorySegment sequence(DataType.Sequence sequence, int depth) {
        MemorySegment descriptor = named(SEQUENCE, "sequence");
        bounds(descriptor, sequence.bound() == 0 ? List.of() : List.of(sequence.bound()));
        specify(descriptor, Layouts.DESCRIPTOR_ELEMENT, sequence.element(), depth);
        return create(descriptor, "a sequence");
    }

    /** Arrays of arrays become one array with several dimensions, as they are in IDL. */
    private MemorySegment array(DataType.Array array, int depth) {
        List<Integer> lengths = new ArrayList<>();
        DataType element = array;
        while (element instanceof DataType.Array inner) {
            if (inner.length() < 1) {
                throw refused("an array has the length " + inner.length());
            }
            lengths.add(inner.length());
            element = inner.element();
        }
        MemorySegment descriptor = named(ARRAY, "array");
        bounds(descriptor, lengths);
        specify(descriptor, Layouts.DESCRIPTOR_ELEMENT, element, depth);
        return create(descriptor, "an array");
    }

    private MemorySegment enumeration(DataType.Enumeration enumeration) {
        MemorySegment type = create(named(ENUMERATION, enumeration.name()), enumeration.name());
        extensibility(type, enumeration);
        for (DataType.Enumeration.Literal each : enumeration.literals()) {
            MemorySegment value = arena.allocate(Layouts.LITERAL);
            value.set(JAVA_INT, 0, EXPLICIT_VALUE);
            value.set(JAVA_INT, Layouts.LITERAL_VALUE, each.value());
            Functions.TYPE_ADD_LITERAL.check(
                    "Adding the literal " + each.name() + " to the type " + enumeration.name(),
                    type,
                    name(each.name()),
                    value,
                    false);
        }
        return type;
    }

    /** A base becomes the first members: version 11.0.1 leaves it out of the type information, and readers would not match. */
    private MemorySegment structure(DataType.Structure structure, int depth) {
        KeyRules.check(structure);
        MemorySegment type = create(named(STRUCTURE, structure.name()), structure.name());
        extensibility(type, structure);
        for (DataType.Structure.Member each : members(structure)) {
            MemorySegment member = member(each.name(), each.id(), each.type(), depth);
            String what = "Adding the member " + each.name() + " to the type " + structure.name();
            Functions.TYPE_ADD_MEMBER.check(what, type, member);
            if (each.key()) {
                Functions.MEMBER_SET_KEY.check(what + " as a key", type, each.id(), true);
            }
            if (each.optional()) {
                Functions.MEMBER_SET_OPTIONAL.check(what + " as optional", type, each.id(), true);
            }
        }
        return type;
    }

    /** Returns the members of a structure after those of its base. */
    static List<DataType.Structure.Member> members(DataType.Structure structure) {
        List<DataType.Structure.Member> all = new ArrayList<>();
        for (DataType.Structure each = structure; each != null; each = each.base()) {
            all.addAll(0, each.members());
        }
        return all;
    }

    /**
     * Works around three faults of version 11.0.1. It takes the last case for the default, leaves an enumeration that discriminates
     * out of the type information (a 32-bit integer has the same encoding), and frees memory twice if a union is mutable.
     */
    private MemorySegment union(DataType.Union union, int depth) {
        if (union.extensibility() == DataType.Extensibility.MUTABLE) {
            throw refused("the union " + union.name() + " is mutable, which Cyclone DDS 11.0.1 does not support");
        }
        DataType discriminator = union.discriminator();
        if (discriminator instanceof DataType.Enumeration) {
            discriminator = DataType.Primitive.INT32;
        }
        MemorySegment descriptor = named(UNION, union.name());
        specify(descriptor, Layouts.DESCRIPTOR_DISCRIMINATOR, discriminator, depth);
        MemorySegment type = create(descriptor, union.name());
        extensibility(type, union);
        List<DataType.Union.Case> cases = new ArrayList<>(union.cases());
        cases.sort(Comparator.comparing(each -> each.labels().isEmpty()));
        for (DataType.Union.Case each : cases) {
            MemorySegment member = member(each.name(), each.id(), each.type(), depth);
            List<Integer> labels = each.labels();
            if (labels.isEmpty()) {
                member.set(JAVA_BOOLEAN, Layouts.MEMBER_DEFAULT, true);
            } else {
                member.set(JAVA_INT, Layouts.MEMBER_LABEL_COUNT, labels.size());
                member.set(ADDRESS, Layouts.MEMBER_LABELS, integers(labels));
            }
            Functions.TYPE_ADD_MEMBER.check(
                    "Adding the case " + each.name() + " to the type " + union.name(), type, member);
        }
        return type;
    }

    private MemorySegment member(String name, int id, DataType type, int depth) {
        if (id < 0 || id >= FIRST_RESERVED_ID) {
            throw refused("the member " + name + " has the id " + id + ", which is not below " + FIRST_RESERVED_ID);
        }
        MemorySegment member = arena.allocate(Layouts.MEMBER_DESCRIPTOR);
        member.set(ADDRESS, Layouts.MEMBER_NAME, name(name));
        member.set(JAVA_INT, Layouts.MEMBER_ID, id);
        member.set(JAVA_INT, Layouts.MEMBER_INDEX, AT_THE_END);
        specify(member, Layouts.MEMBER_TYPE, type, depth);
        return member;
    }

    @SuppressWarnings("EnumOrdinal") // the constants are in the order of the library's numbers
    private static void extensibility(MemorySegment type, DataType.Named named) {
        Functions.TYPE_SET_EXTENSIBILITY.check(
                "Creating the type " + named.name(), type, named.extensibility().ordinal());
    }

    private MemorySegment create(MemorySegment descriptor, String what) {
        MemorySegment type = Functions.TYPE_CREATE.pointer((SegmentAllocator) arena, participant, descriptor);
        int code = type.get(JAVA_INT, Layouts.TYPE_CODE);
        if (code < 0) {
            throw ReturnCodes.failed("Creating the type " + what, Functions.TYPE_CREATE.name(), code);
        }
        return type;
    }

    private void specify(MemorySegment in, long offset, DataType type, int depth) {
        if (type instanceof DataType.Primitive primitive) {
            in.set(JAVA_INT, offset, PRIMITIVE);
            in.set(JAVA_INT, offset + Layouts.SPECIFICATION_VALUE, kind(primitive));
        } else {
            MemorySegment part = definition(type, depth + 1);
            in.set(JAVA_INT, offset, DEFINITION);
            MemorySegment.copy(part, 0, in, offset + Layouts.SPECIFICATION_VALUE, Layouts.TYPE.byteSize());
        }
    }

    private MemorySegment named(int kind, String name) {
        MemorySegment descriptor = arena.allocate(Layouts.TYPE_DESCRIPTOR);
        descriptor.set(JAVA_INT, Layouts.DESCRIPTOR_KIND, kind);
        descriptor.set(ADDRESS, Layouts.DESCRIPTOR_NAME, name(name));
        return descriptor;
    }

    private void bounds(MemorySegment descriptor, List<Integer> bounds) {
        if (!bounds.isEmpty()) {
            descriptor.set(JAVA_INT, Layouts.DESCRIPTOR_BOUND_COUNT, bounds.size());
            descriptor.set(ADDRESS, Layouts.DESCRIPTOR_BOUNDS, integers(bounds));
        }
    }

    private MemorySegment integers(List<Integer> values) {
        return arena.allocateFrom(
                JAVA_INT, values.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The library cuts longer names, and two names could become one. */
    private MemorySegment name(String name) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > LONGEST_NAME || name.indexOf(0) >= 0) {
            throw refused(
                    "the name '" + name + "' is empty, longer than " + LONGEST_NAME + " bytes, or contains a NUL");
        }
        return arena.allocateFrom(name);
    }

    private static int kind(DataType.Primitive primitive) {
        return switch (primitive) {
            case BOOLEAN -> 1;
            case BYTE -> 2;
            case INT16 -> 3;
            case INT32 -> 4;
            case INT64 -> 5;
            case UINT16 -> 6;
            case UINT32 -> 7;
            case UINT64 -> 8;
            case FLOAT32 -> 9;
            case FLOAT64 -> 10;
            case INT8 -> 12;
            case UINT8 -> 13;
            case CHAR8 -> 14;
            case CHAR16 -> 15;
        };
    }

    private static DdsException refused(String why) {
        return new DdsException(DdsException.Kind.REFUSED, "Creating the type failed: " + why);
    }
}
