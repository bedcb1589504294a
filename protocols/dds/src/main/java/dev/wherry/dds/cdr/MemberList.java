package dev.wherry.dds.cdr;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of a mutable structure: each with its id and length, in any order. */
final class MemberList {
    private static final int DUMMY_ID = 0;

    private final MemberCodec[] members;
    private final Map<Integer, Integer> places = new HashMap<>();

    MemberList(MemberCodec[] members) {
        this.members = members.clone();
        for (int i = 0; i < members.length; i++) {
            places.put(members[i].id(), i);
        }
    }

    void write(CdrWriter to, Object owner) {
        int start = to.delimits() ? to.beginLength() : 0;
        if (members.length == 0) {
            write(to, DUMMY_ID, PlainTypes.of(Byte.class), (byte) 0);
        }
        for (MemberCodec each : members) {
            try {
                Object sent = each.get(to, owner);
                if (sent != null) {
                    write(to, each.id(), each.type(), sent);
                }
            } catch (CdrException e) {
                throw e.within("." + each.name());
            }
        }
        if (to.delimits()) {
            to.endLength(start);
        } else {
            to.pad();
            to.writeShort(ParameterHeaders.LIST_END);
            to.writeShort((short) 0);
        }
    }

    private static void write(CdrWriter to, int id, CdrType type, Object value) {
        if (!to.delimits()) {
            int outer = to.origin();
            int start = to.beginParameter(id);
            type.write(to, value);
            to.pad(); // older readers expect it
            to.endParameter(start, outer);
            return;
        }
        int code = type.lengthCode();
        to.writeInt(id | code << ParameterHeaders.CODE_SHIFT);
        if (code == ParameterHeaders.LENGTH_FOLLOWS) {
            int start = to.beginLength();
            type.write(to, value);
            to.endLength(start);
        } else {
            type.write(to, value);
        }
    }

    /** Reads the values of the members. Members that are not known are skipped, unless the header forbids it. */
    void read(CdrReader from, @Nullable Object[] values) {
        boolean[] seen = new boolean[values.length];
        if (from.delimits()) {
            int outer = from.beginLength();
            while (from.left() > 0) {
                readMember(from, ParameterHeader.read(from), values, seen);
            }
            from.endLength(outer);
        } else {
            ParameterHeader header = ParameterHeader.read(from);
            while (!header.isEnd()) {
                readMember(from, header, values, seen);
                header = ParameterHeader.read(from);
            }
        }
        for (int i = 0; i < seen.length; i++) {
            if (!seen[i]) {
                if (members[i].key()) {
                    throw from.failure("the member is part of the key, and is not there")
                            .within("." + members[i].name());
                }
                values[i] = members[i].missing(from);
            }
        }
    }

    private void readMember(CdrReader from, ParameterHeader header, @Nullable Object[] values, boolean[] seen) {
        Integer at = places.get(header.id());
        int outerOrigin = from.origin();
        int outerEnd = from.beginLength(header.length());
        if (at != null) {
            MemberCodec member = members[at];
            if (seen[at]) {
                throw from.failure("the member is there twice").within("." + member.name());
            }
            seen[at] = true;
            if (!from.delimits()) {
                from.origin(from.position());
            }
            try {
                values[at] = member.presence().ofSent(member.type().read(from));
            } catch (CdrException e) {
                throw e.within("." + member.name());
            }
            from.origin(outerOrigin);
        } else if (header.mustUnderstand()) {
            throw from.failure("the member " + header.id() + " is unknown, and must be understood");
        }
        from.endLength(outerEnd);
    }
}
