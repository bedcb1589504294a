package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a record or class as a peer with another version of it writes it. */
final class OtherVersionCodec extends ReadOnlyCodec {
    /** Bytes of memory that an object takes, and at the most each of its fields. */
    private static final int OBJECT = 16;

    private static final int FIELD = 8;

    private final ClassLayout layout;
    private final SchemaAdapter adapter;
    private final long memory;

    OtherVersionCodec(ValueCodecs codecs, ClassLayout layout, Schema theirs) {
        super(layout.type(), theirs);
        this.layout = layout;
        this.adapter = new SchemaAdapter(codecs, theirs, layout.members());
        this.memory = OBJECT
                + FIELD
                        * (long) ClassLayout.fields(type, Object.class, Modifier.STATIC)
                                .size();
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        // The peer may have sent none of the members that an object has room for.
        from.takeMemory(memory, type);
        try {
            return layout.resolved(read(from, layout.isClosed() ? -1 : id));
        } catch (CodecException | Error e) {
            throw e;
        } catch (Throwable e) {
            List<String> missing = adapter.missing.stream().map(Member::name).toList();
            throw ErrorPath.thrown(
                    e,
                    "Making a " + type.getName()
                            + (missing.isEmpty()
                                    ? ""
                                    : " without " + missing + ", which the peer's version of it does not have,"));
        }
    }

    private Object read(Reader from, int id) throws Throwable {
        List<Member> members = layout.members();
        @Nullable Object[] values = new @Nullable Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = SchemaAdapter.absent(members.get(i));
        }
        if (layout.construction() == ClassLayout.Construction.FROM_MEMBERS) {
            adapter.read(from, (member, value) -> values[member] = value);
            return layout.made(values);
        }
        Object object = (Object) layout.maker().invokeExact();
        from.started(id, object);
        switch (layout.construction()) {
            case NO_ARGUMENTS -> {} // a member that the peer does not send keeps what the constructor gives it
            case WITHOUT_CONSTRUCTOR ->
                adapter.missing.forEach(member -> member.set(object, SchemaAdapter.absent(member)));
            default -> {
                adapter.read(from, (member, value) -> values[member] = value);
                layout.set(object, values);
                return object;
            }
        }
        adapter.read(from, (member, value) -> members.get(member).set(object, value));
        return object;
    }
}
