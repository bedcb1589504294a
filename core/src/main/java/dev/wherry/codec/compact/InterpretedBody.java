package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members one by one: for classes that are used too seldom for code of their own. */
final class InterpretedBody extends Body {
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);

    private final MethodHandle maker;
    private final List<Member> members;
    private final String[] names;
    /** Of a record; null for a class, whose fields need none. */
    private final MethodHandle @Nullable [] getters;

    InterpretedBody(Plan plan) {
        members = plan.members();
        names = plan.names();
        if (plan.record()) {
            maker = plan.maker().asType(plan.maker().type().generic()).asSpreader(Object[].class, members.size());
            getters = new MethodHandle[members.size()];
            for (int i = 0; i < getters.length; i++) {
                getters[i] = members.get(i).getter().asType(GET);
            }
        } else {
            maker = plan.maker();
            getters = null;
        }
    }

    @Override
    public void write(Object value, Writer to) throws Throwable {
        int i = 0;
        try {
            for (; i < members.size(); i++) {
                Member member = members.get(i);
                Object held = getters == null ? member.get(value) : (Object) getters[i].invokeExact(value);
                member.kind().write(held, member.place(), to);
            }
        } catch (CodecException e) {
            throw Trail.member(e, names, i);
        }
    }

    @Override
    public Object read(Reader from, int slot) throws Throwable {
        if (getters != null) {
            @Nullable Object[] parts = new @Nullable Object[members.size()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = read(i, from);
            }
            return (Object) maker.invokeExact(parts);
        }
        Object object = (Object) maker.invokeExact();
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
