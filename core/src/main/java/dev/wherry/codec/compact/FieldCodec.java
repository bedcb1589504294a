package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads the members of one record or class. Public because generated classes extend it. */
public abstract class FieldCodec {
    protected FieldCodec() {}

    /** Writes all members in their order. */
    public abstract void write(Object value, Writer to) throws Throwable;

    /**
     * Makes an object of the members that it reads. A class registers the object under {@code id} before it reads them.
     */
    public abstract Object read(Reader from, int id) throws Throwable;

    /** Called by the exception handlers of generated code. */
    protected static RuntimeException at(dev.wherry.spi.CodecException failure, String[] names, int member) {
        return ErrorPath.member(failure, names, member);
    }

    /** Codes members one by one, for classes that are used too seldom for code of their own. */
    static final class Interpreted extends FieldCodec {
        private final ClassLayout layout;
        private final List<Member> members;
        private final String[] names;

        Interpreted(ClassLayout layout) {
            this.layout = layout;
            members = layout.members();
            names = layout.names();
        }

        @Override
        public void write(Object value, Writer to) throws Throwable {
            int i = 0;
            try {
                for (; i < members.size(); i++) {
                    Member member = members.get(i);
                    member.slot().write(member.kind(), member.get(value), to);
                }
            } catch (CodecException e) {
                throw ErrorPath.member(e, names, i);
            }
        }

        @Override
        public Object read(Reader from, int id) throws Throwable {
            if (layout.construction() == ClassLayout.Construction.FROM_MEMBERS) {
                return layout.made(readAll(from));
            }
            Object object = (Object) layout.maker().invokeExact();
            from.started(id, object);
            if (layout.construction() == ClassLayout.Construction.SERIALIZATION) {
                layout.set(object, readAll(from));
                return object;
            }
            for (int i = 0; i < members.size(); i++) {
                members.get(i).set(object, read(i, from));
            }
            return object;
        }

        private @Nullable Object[] readAll(Reader from) {
            @Nullable Object[] values = new @Nullable Object[members.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = read(i, from);
            }
            return values;
        }

        private @Nullable Object read(int member, Reader from) {
            try {
                return members.get(member).slot().read(members.get(member).kind(), from);
            } catch (CodecException e) {
                throw ErrorPath.member(e, names, member);
            }
        }
    }
}
