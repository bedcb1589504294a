package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.JavaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Structures. */
final class StructureType extends CdrType {
    private static final int OVERHEAD = 32;
    /** A reference, its place in an array, and a small object. */
    private static final int OF_MEMBER = 40;

    private final JavaType.Members type;
    private final Extensibility extensibility;
    private final MemberCodec[] members;
    private final MemberList list;

    StructureType(JavaType.Members type, List<MemberCodec> members) {
        this.type = type;
        this.members = members.toArray(MemberCodec[]::new);
        extensibility = type.dataType().extensibility();
        list = new MemberList(this.members);
    }

    @Override
    void write(CdrWriter to, Object value) {
        if (value.getClass() != type.type() && !(value instanceof Throwable)) {
            throw to.failure("a " + value.getClass().getName() + ", where a "
                    + type.type().getName() + " is declared");
        }
        if (extensibility == Extensibility.MUTABLE) {
            list.write(to, value);
            return;
        }
        boolean delimited = extensibility == Extensibility.APPENDABLE && to.delimits();
        int start = delimited ? to.beginLength() : 0;
        if (members.length == 0) {
            to.writeByte((byte) 0);
        }
        for (MemberCodec each : members) {
            each.write(to, value);
        }
        if (delimited) {
            to.endLength(start);
        }
    }

    @Override
    Object read(CdrReader from) {
        return make(from, readValues(from));
    }

    /** Reads the values of the members. */
    @Nullable
    Object[] readValues(CdrReader from) {
        from.enter();
        from.hold(OVERHEAD + (long) OF_MEMBER * members.length);
        @Nullable Object[] values = new Object[members.length];
        if (extensibility == Extensibility.MUTABLE) {
            list.read(from, values);
        } else if (extensibility == Extensibility.APPENDABLE && from.delimits()) {
            int outer = from.beginLength();
            readMembers(from, values);
            from.endLength(outer);
        } else {
            readMembers(from, values);
        }
        from.leave();
        return values;
    }

    private void readMembers(CdrReader from, @Nullable Object[] values) {
        boolean appendable = extensibility == Extensibility.APPENDABLE;
        if (members.length == 0 && !(appendable && from.left() == 0)) {
            from.readByte();
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = appendable && from.left() == 0 ? members[i].missing(from) : members[i].read(from);
        }
    }

    private Object make(CdrReader from, @Nullable Object[] values) {
        try {
            return type.maker().make(values);
        } catch (Exception e) { // of the program's constructor, which checks values
            throw from.failure("no " + type.type().getSimpleName() + " has these values");
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Object missing(CdrReader from) {
        from.enter();
        from.hold(OVERHEAD + (long) OF_MEMBER * members.length);
        @Nullable Object[] values = new Object[members.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = members[i].missing(from);
        }
        from.leave();
        return make(from, values);
    }
}
