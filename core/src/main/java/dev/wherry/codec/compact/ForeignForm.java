package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a record or class as a peer with another version of it writes it. */
final class ForeignForm extends ReadForm {
    /** Bytes of memory that an object takes, and at the most each of its fields. */
    private static final int OBJECT = 16;

    private static final int FIELD = 8;

    private final Plan plan;
    private final Fitting fitting;
    private final long memory;

    ForeignForm(Forms forms, Plan plan, Schema theirs) {
        super(plan.type(), theirs);
        this.plan = plan;
        this.fitting = new Fitting(forms, theirs, plan.members());
        this.memory = OBJECT
                + FIELD
                        * (long)
                                Plan.fields(type, Object.class, Modifier.STATIC).size();
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        // The peer may have sent none of the members that an object has room for.
        from.takeMemory(memory, type);
        try {
            return plan.record()
                    ? readRecord(from)
                    : plan.resolved(readObject(from, plan.resolver() == null ? slot : -1));
        } catch (CodecException | Error e) {
            throw e;
        } catch (Throwable e) {
            List<String> missing = fitting.missing.stream().map(Member::name).toList();
            throw Trail.thrown(
                    e,
                    "Making a " + type.getName()
                            + (missing.isEmpty()
                                    ? ""
                                    : " without " + missing + ", which the peer's version of it does not have,"));
        }
    }

    private Object readRecord(Reader from) throws Throwable {
        List<Member> members = plan.members();
        @Nullable Object[] values = new @Nullable Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Fitting.absent(members.get(i));
        }
        fitting.read(from, (member, value) -> values[member] = value);
        return plan.made(values);
    }

    /** What the no-arg constructor puts in a member that the peer does not send stays there. */
    private Object readObject(Reader from, int slot) throws Throwable {
        Object object = (Object) plan.maker().invokeExact();
        from.started(slot, object);
        if (plan.constructor() == null) {
            for (Member member : fitting.missing) {
                member.set(object, Fitting.absent(member));
            }
        }
        fitting.read(from, (member, value) -> plan.members().get(member).set(object, value));
        return object;
    }
}
