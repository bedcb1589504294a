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

/** Fits the members of a peer's version of a class to those of the local one, by name. */
final class Fitting {
    private final Forms forms;
    private final List<Schema.Part> parts;
    private final List<Member> members;
    /** Of each part, the local member of its name, or -1. */
    private final int[] targets;
    /** Local members that the peer does not send. */
    final List<Member> missing;

    Fitting(Forms forms, Schema theirs, List<Member> members) {
        this.forms = forms;
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

    /** What stands in a member that the peer does not send. */
    static @Nullable Object absent(Member member) {
        Class<?> type = member.type();
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (type == OptionalLong.class) {
            return OptionalLong.empty();
        }
        return type == OptionalDouble.class
                ? OptionalDouble.empty()
                : member.kind().zero();
    }

    interface Sets {
        void set(int member, @Nullable Object value);
    }

    /** Reads all parts in the peer's order; those without a member here are stepped over. */
    void read(Reader from, Sets sets) {
        for (int i = 0; i < targets.length; i++) {
            Schema.Part part = parts.get(i);
            try {
                if (targets[i] < 0) {
                    drop(part, from);
                } else {
                    sets.set(targets[i], value(part, members.get(targets[i]), from));
                }
            } catch (CodecException e) {
                throw Trail.step(e, "." + part.name());
            }
        }
    }

    private void drop(Schema.Part part, Reader from) {
        if (part.kind() == Kind.OPEN) {
            Dropped.skip(forms, from);
        } else {
            part.kind().read(from.in);
        }
    }

    private @Nullable Object value(Schema.Part part, Member member, Reader from) {
        Kind kind = member.kind();
        if (part.kind() == Kind.OPEN && kind == Kind.OPEN) {
            return member.place().read(from);
        }
        Object value =
                part.kind() == Kind.OPEN ? forms.open.read(from) : part.kind().read(from.in);
        if (value == null) {
            return kind.primitive() ? kind.zero() : null;
        }
        Object fitting = switch (kind) {
            case OPEN -> member.place().raw.isInstance(value) ? value : null;
            case TEXT -> value instanceof String ? value : null;
            default -> kind.widen(value);
        };
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
