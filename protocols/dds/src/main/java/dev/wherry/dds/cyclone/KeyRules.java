package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Structure.Member;
import java.util.List;

/**
 * Refuses keys that version 11.0.1 of the C library does not support. It checks few of these rules itself: some of the refused types
 * make it crash, others lose a part of their key.
 */
final class KeyRules {
    private KeyRules() {}

    /**
     * Checks the keys of one structure, not those of its parts.
     *
     * @throws DdsException of kind REFUSED if a rule is broken
     */
    static void check(Structure type) {
        for (Member each : DynamicTypes.members(type)) {
            if (!each.key()) {
                continue;
            }
            if (each.optional()) {
                throw refused(type, each, "it is optional");
            }
            checkKey(type, each, each.type());
        }
    }

    private static void checkKey(Structure type, Member member, DataType key) {
        switch (key) {
            case Primitive primitive -> {
                if (primitive == Primitive.CHAR16) {
                    throw refused(type, member, "it contains a wide character");
                }
            }
            case DataType.Text _, DataType.Enumeration _ -> {}
            case DataType.Sequence sequence -> checkKey(type, member, sequence.element());
            case DataType.Array array -> checkKey(type, member, array.element());
            case DataType.Union _ -> throw refused(type, member, "it contains a union");
            case Structure structure -> checkStructure(type, member, structure);
        }
    }

    /** The members that are keys, or all if none is, are parts of the key. */
    private static void checkStructure(Structure type, Member member, Structure key) {
        List<Member> members = DynamicTypes.members(key);
        List<Member> keys = members.stream().filter(Member::key).toList();
        for (Member each : keys.isEmpty() ? members : keys) {
            if (each.optional()) {
                throw refused(type, member, "it contains the optional member " + each.name());
            }
            checkKey(type, member, each.type());
        }
    }

    private static DdsException refused(Structure type, Member member, String why) {
        return new DdsException(
                DdsException.Kind.REFUSED,
                "The member " + member.name() + " of the type " + type.name() + " cannot be a key: " + why);
    }
}
