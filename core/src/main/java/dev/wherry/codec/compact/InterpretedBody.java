package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members one by one through method handles: for classes that are used too seldom for code of their own. */
final class InterpretedBody extends Body {
    private final boolean record;
    private final MethodHandle maker;
    private final Kind[] kinds;
    private final Place[] places;
    private final MethodHandle[] getters;
    private final MethodHandle[] setters;
    private final String[] names;

    InterpretedBody(Plan plan) {
        List<Member> members = plan.members();
        record = plan.record();
        maker = record
                ? plan.maker().asType(plan.maker().type().generic()).asSpreader(Object[].class, members.size())
                : plan.maker();
        kinds = new Kind[members.size()];
        places = new Place[members.size()];
        getters = new MethodHandle[members.size()];
        setters = new MethodHandle[record ? 0 : members.size()];
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            kinds[i] = member.kind();
            places[i] = member.place();
            getters[i] = member.genericGetter();
            if (!record) {
                setters[i] = member.genericSetter();
            }
        }
        names = plan.names();
    }

    @Override
    public void write(Object value, Writer to) throws Throwable {
        int i = 0;
        try {
            for (; i < kinds.length; i++) {
                Object member = getters[i].invokeExact(value);
                kinds[i].write(member, places[i], to);
            }
        } catch (CodecException e) {
            throw Trail.member(e, names, i);
        }
    }

    @Override
    public Object read(Reader from, int slot) throws Throwable {
        if (record) {
            @Nullable Object[] values = new @Nullable Object[kinds.length];
            int i = 0;
            try {
                for (; i < kinds.length; i++) {
                    values[i] = kinds[i].read(places[i], from);
                }
            } catch (CodecException e) {
                throw Trail.member(e, names, i);
            }
            return (Object) maker.invokeExact(values);
        }
        Object object = (Object) maker.invokeExact();
        from.started(slot, object);
        int i = 0;
        try {
            for (; i < kinds.length; i++) {
                setters[i].invokeExact(object, kinds[i].read(places[i], from));
            }
        } catch (CodecException e) {
            throw Trail.member(e, names, i);
        }
        return object;
    }
}
