package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
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
    private final List<Schema.Part> parts;
    private final List<Member> members;
    /** For each part, the index of the local member of that name, or -1. */
    private final int[] targets;
    /** Local members that the peer does not send. */
    final List<Member> missing;

    SchemaAdapter(CodecContext codecs, Schema theirs, List<Member> members) {
        this.codecs = codecs;
        this.parts = theirs.parts();
        this.members = members;
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < members.size(); i++) {
            byName.put(members.get(i).name(), i);
        }
        targets = parts.stream()
                .mapToInt(part -> byName.getOrDefault(part.name(), -1))
                .toArray();
        missing = members.stream()
                .filter(member -> parts.stream().noneMatch(part -> part.name().equals(member.name())))
                .toList();
    }

    /** Returns the value of a member that the peer does not send. */
    static @Nullable Object absent(Member member) {
        Object empty = EMPTY.get(member.type());
        return empty == null ? member.kind().zero() : empty;
    }

    interface Sets {
        void set(int member, @Nullable Object value);
    }

    /** Reads all parts in the peer's order. Parts without a local member are skipped. */
    void read(Reader from, Sets sets) {
        for (int i = 0; i < targets.length; i++) {
            Schema.Part part = parts.get(i);
            try {
                if (targets[i] < 0) {
                    codecs.open.skip(part.kind(), from);
                } else {
                    sets.set(targets[i], value(part, members.get(targets[i]), from));
                }
            } catch (CodecException e) {
                throw ErrorPath.step(e, "." + part.name());
            }
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
