package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.List;

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
        private final SchemaAdapter adapter;
        private final String[] names;

        Interpreted(ClassLayout layout, SchemaAdapter adapter) {
            this.layout = layout;
            this.adapter = adapter;
            names = layout.names();
        }

        @Override
        public void write(Object value, Writer to) throws Throwable {
            List<Member> members = layout.members();
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
            return adapter.read(layout, from, id);
        }
    }
}
