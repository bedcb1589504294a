package dev.wherry.codec.compact;

import dev.wherry.RemoteException;
import dev.wherry.codec.Described;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as values: message, cause, suppressed ones, stack trace, and the fields of their own classes where the
 * packages of these are open; no constructor but Throwable's is run. A cause that may not travel is replaced by a
 * {@link RemoteException} that names its class. Chains that are too long, or turn back on themselves, are cut. The JDK's
 * exceptions with fields, which no package opens, go in their serial form; it takes the chain along, so only the JDK's
 * stand in that.
 */
final class ThrowableForm extends DefinedForm {
    private static final int CAUSES = 16;
    private static final int SUPPRESSED = 16;
    /** Exceptions reached from one, by any way. */
    private static final int LINKS = 64;
    /** What a schema says of a class whose objects may go in their serial form: it stands there, or null. */
    private static final List<Schema.Part> SERIAL = List.of(new Schema.Part("serial form", Kind.OPEN));

    /** What making one takes whatever its bytes: the stack of the thread that reads is walked and kept. */
    private static final int TRACE_WORK = 2_000;

    private static final int TRACE_MEMORY = 2_000;

    private final Forms forms;
    private final Plan plan;
    private final Fitting fitting;
    private final Body members;
    private final MethodHandle message;
    private final boolean serial;

    private ThrowableForm(Forms forms, Plan plan, Schema schema, Definition definition) {
        super(plan.type(), schema, definition, false);
        this.forms = forms;
        this.plan = plan;
        this.fitting = new Fitting(forms, schema, plan.members());
        this.members = new InterpretedBody(plan);
        this.message = Plan.message(plan.type());
        this.serial = schema.parts().equals(SERIAL);
    }

    static ThrowableForm of(Class<?> type, Forms forms) {
        Plan plan = Plan.ofThrowable(type, forms);
        boolean serial =
                Plan.isOfJdk(type) && !Plan.fields(type, Throwable.class).isEmpty();
        List<Schema.Part> parts = serial ? SERIAL : Schema.parts(plan.members());
        Schema schema = new Schema(Schema.Shape.THROWABLE, type.getName(), false, parts);
        return new ThrowableForm(forms, plan, schema, schema.define());
    }

    @Override
    ThrowableForm as(Schema theirs) {
        return new ThrowableForm(forms, plan, theirs, definition);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Throwable thrown = (Throwable) value;
        if (serial && isOfJdk(thrown) && writeSerial(thrown, to)) {
            return;
        }
        Writer.Exceptions exceptions = to.exceptions();
        exceptions.links = exceptions.path.isEmpty() ? 1 : exceptions.links + 1;
        exceptions.path.add(thrown);
        try {
            to.out.writeText((String) message.invoke(thrown));
            link(thrown.getCause(), to);
            Throwable[] suppressed = thrown.getSuppressed();
            int count = Math.min(suppressed.length, SUPPRESSED);
            to.out.writeSize(count);
            for (int i = 0; i < count; i++) {
                link(suppressed[i], to);
            }
            Frames.write(thrown.getStackTrace(), Described.MOST_FRAMES, to.out);
            members.write(thrown, to);
            if (serial) {
                to.out.writeByte(Heads.NULL);
            }
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        }
        exceptions.path.removeLast();
    }

    /** Whether all of its chain is, with nothing suppressed. */
    private static boolean isOfJdk(Throwable thrown) {
        int depth = 0;
        Throwable each = thrown;
        while (each != null && depth++ < CAUSES && Plan.isOfJdk(each.getClass()) && each.getSuppressed().length == 0) {
            each = each.getCause();
        }
        return each == null;
    }

    /** Writes nothing where something in a field may not travel. */
    private boolean writeSerial(Throwable thrown, Writer to) {
        int start = to.out.size();
        try {
            to.out.writeText(null);
            to.out.writeByte(Heads.NULL);
            to.out.writeSize(0);
            to.out.writeSize(0);
            forms.serial.put(thrown, forms.open, to);
            return true;
        } catch (CodecException e) {
            to.encoding.cut(start);
            return false;
        }
    }

    @SuppressWarnings("ReferenceEquality") // a cycle is made of the same objects
    private void link(@Nullable Throwable linked, Writer to) {
        Place place = forms.place(Throwable.class);
        Writer.Exceptions exceptions = to.exceptions();
        if (linked == null
                || exceptions.path.size() > CAUSES
                || exceptions.links >= LINKS
                || exceptions.path.stream().anyMatch(each -> each == linked)) {
            place.write(null, to);
        } else if (forms.types.allows(linked.getClass())) {
            place.write(linked, to);
        } else {
            place.write(Described.of(linked), to);
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        from.budget.takeWork(TRACE_WORK, "Making exceptions");
        from.budget.takeMemory(TRACE_MEMORY, type);
        Place place = forms.place(Throwable.class);
        String message = from.in.readText();
        Object cause = place.read(from);
        try {
            Throwable thrown = (Throwable) plan.maker().invoke((Object) message, cause);
            int count = from.readCount();
            for (int i = 0; i < count; i++) {
                if (place.read(from) instanceof Throwable suppressed) {
                    thrown.addSuppressed(suppressed);
                }
            }
            thrown.setStackTrace(Frames.read(Described.MOST_FRAMES, from.in));
            if (serial) {
                return forms.open.read(from) instanceof Throwable whole && type.isInstance(whole) ? whole : thrown;
            }
            fitting.read(from, (member, value) -> plan.members().get(member).set(thrown, value));
            return thrown;
        } catch (CodecException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        }
    }

    /** Steps over all but the members. */
    static void skip(Forms forms, Reader from) {
        from.in.readText();
        Dropped.skip(Kind.OPEN, forms, from);
        int count = from.readCount();
        for (int i = 0; i < count; i++) {
            Dropped.skip(Kind.OPEN, forms, from);
        }
        Frames.read(Described.MOST_FRAMES, from.in);
    }
}
