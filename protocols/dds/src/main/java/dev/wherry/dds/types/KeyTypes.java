package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaType.Member;
import dev.wherry.dds.types.JavaType.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The keys of structures: what remains of a structure if only the members with {@link dev.wherry.dds.Key} are kept. */
public final class KeyTypes {
    private KeyTypes() {}

    /** Returns whether a structure has a key. */
    public static boolean hasKey(Members type) {
        return type.dataType().members().stream().anyMatch(Structure.Member::key);
    }

    /**
     * Returns the key of a structure. It is taken from the same objects, and made as a list of the values. A member that is a structure
     * is reduced to its own key, or kept if it has none.
     *
     * @throws IllegalArgumentException if the structure has no key
     */
    public static Members of(Members type) {
        if (!hasKey(type)) {
            throw new IllegalArgumentException(type.dataType().name() + " has no member that is a @Key");
        }
        List<Member> members = new ArrayList<>();
        List<Structure.Member> described = new ArrayList<>();
        for (int i = 0; i < type.members().size(); i++) {
            Structure.Member as = type.dataType().members().get(i);
            if (as.key()) {
                Member member = type.members().get(i);
                JavaType part = member.type() instanceof Members nested && hasKey(nested) ? of(nested) : member.type();
                members.add(new Member(member.name(), member.id(), part, member.presence(), member.getter()));
                described.add(new Structure.Member(as.name(), as.id(), part.dataType(), true, false));
            }
        }
        Structure structure =
                new Structure(type.dataType().name(), type.dataType().extensibility(), null, List.copyOf(described));
        return new Members(
                structure,
                type.type(),
                List.copyOf(members),
                values -> Collections.unmodifiableList(Arrays.asList(values)));
    }
}
