package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Matches the members of a peer's version of a class with those of the local version, by name. */
final class SchemaAdapter {
    private static final Map<Class<?>, Object> EMPTY = Map.of(
            Optional.class, Optional.empty(),
            OptionalInt.class, OptionalInt.empty(),
            OptionalLong.class, OptionalLong.empty(),
            OptionalDouble.class, OptionalDouble.empty());

    private final CodecContext codecs;
    private final List<Member> members;
    private final Schema.Part[] parts;

    /** For each part, the local member of that name; null if there is none. */
    private final @Nullable Member[] targets;

    /** For each part, the index of its target. */
    private final int[] indexes;

    /** Local members that the peer does not send. */
    final List<Member> missing = new ArrayList<>();

    SchemaAdapter(CodecContext codecs, List<Schema.Part> theirs, List<Member> members) {
        this.codecs = codecs;
        this.members = members;
        parts = theirs.toArray(new Schema.Part[0]);
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < parts.length; i++) {
            byName.put(parts[i].name(), i);
        }
        targets = new @Nullable Member[parts.length];
        indexes = new int[parts.length];
        for (int i = 0; i < members.size(); i++) {
            Integer part = byName.get(members.get(i).name());
            if (part == null) {
                missing.add(members.get(i));
            } else {
                targets[part] = members.get(i);
                indexes[part] = i;
            }
        }
    }

    /** Returns the value of a member that the peer does not send. */
    static @Nullable Object absent(Member member) {
        Object empty = EMPTY.get(member.type());
        return empty == null ? member.kind().zero() : empty;
    }

    /** Reads an object as the peer writes it. {@code id} is its number for references back to it; -1 if it gets none. */
    Object read(ClassLayout layout, Reader from, int id) throws Throwable {
        if (layout.construction() == ClassLayout.Construction.FROM_MEMBERS) {
            return layout.made(readAll(from));
        }
        Object object = (Object) layout.maker().invokeExact();
        from.started(id, object);
        if (layout.construction() == ClassLayout.Construction.SERIALIZATION) {
            layout.set(object, readAll(from));
            return object;
        }
        if (layout.construction() == ClassLayout.Construction.WITHOUT_CONSTRUCTOR) {
            missing.forEach(member -> member.set(object, absent(member)));
        }
        for (int i = 0; i < targets.length; i++) {
            Member target = targets[i];
            Object value = next(parts[i], target, from);
            if (target != null) {
                target.set(object, value);
            }
        }
        return object;
    }

    private @Nullable Object[] readAll(Reader from) {
        @Nullable Object[] values = new @Nullable Object[members.size()];
        if (!missing.isEmpty()) {
            Arrays.setAll(values, member -> absent(members.get(member)));
        }
        read(from, values);
        return values;
    }

    /** Reads the values of members. Those that the peer does not send stay. */
    void read(Reader from, @Nullable Object[] values) {
        for (int i = 0; i < targets.length; i++) {
            Member target = targets[i];
            Object value = next(parts[i], target, from);
            if (target != null) {
                values[indexes[i]] = value;
            }
        }
    }

    /** Reads the next part, in the peer's order. One without a local member is skipped. */
    private @Nullable Object next(Schema.Part part, @Nullable Member target, Reader from) {
        try {
            if (target != null) {
                return value(part, target, from);
            }
            codecs.open.skip(part.kind(), from);
            return null;
        } catch (CodecException e) {
            throw ErrorPath.step(e, "." + part.name());
        }
    }

    private @Nullable Object value(Schema.Part part, Member member, Reader from) {
        FieldKind kind = member.kind();
        if (part.kind() == kind) {
            return member.slot().read(kind, from);
        }
        Object value = codecs.open.read(part.kind(), from);
        if (value == null) {
            return kind.zero();
        }
        boolean instance = member.slot().raw.isInstance(value);
        Object fitting = kind.primitive() ? kind.widen(value) : instance ? value : null;
        if (fitting == null) {
            throw CodecException.impossible("The peer's '" + part.name() + "' is a "
                    + value.getClass().getName() + ", which does not fit the "
                    + member.type().getTypeName()
                    + " declared here. Bring both sides to the same version of the class, or give the new member a new"
                    + " name");
        }
        return fitting;
    }
}
