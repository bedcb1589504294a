package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members one by one: for classes that are used too seldom for code of their own. */
final class InterpretedBody extends Body {
    private final Plan plan;
    private final List<Member> members;
    private final String[] names;

    InterpretedBody(Plan plan) {
        this.plan = plan;
        members = plan.members();
        names = plan.names();
    }

    @Override
    public void write(Object value, Writer to) throws Throwable {
        int i = 0;
        try {
            for (; i < members.size(); i++) {
                Member member = members.get(i);
                member.kind().write(member.get(value), member.place(), to);
            }
        } catch (CodecException e) {
            throw Trail.member(e, names, i);
        }
    }

    @Override
    public Object read(Reader from, int slot) throws Throwable {
        if (plan.record()) {
            @Nullable Object[] parts = new @Nullable Object[members.size()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = read(i, from);
            }
            return plan.made(parts);
        }
        Object object = (Object) plan.maker().invokeExact();
        from.started(slot, object);
        for (int i = 0; i < members.size(); i++) {
            members.get(i).set(object, read(i, from));
        }
        return object;
    }

    private @Nullable Object read(int member, Reader from) {
        try {
            return members.get(member).kind().read(members.get(member).place(), from);
        } catch (CodecException e) {
            throw Trail.member(e, names, member);
        }
    }
}
