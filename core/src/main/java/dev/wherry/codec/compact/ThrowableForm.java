package dev.wherry.codec.compact;

import dev.wherry.RemoteException;
import dev.wherry.codec.Described;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as values: message, cause, suppressed ones, stack trace, and the fields of their own classes where the
 * packages of these are open; no constructor but Throwable's is run. A cause that may not travel is replaced by a
 * {@link RemoteException} that names its class. Chains that are too long, or turn back on themselves, are cut.
 */
final class ThrowableForm extends DefinedForm {
    private static final int CAUSES = 16;
    private static final int SUPPRESSED = 16;
    private static final int FRAMES = 256;
    /** Exceptions reached from one, by any way. */
    private static final int LINKS = 64;

    private final Forms forms;
    private final Plan plan;
    private final Fitting fitting;
    private final Body members;

    private ThrowableForm(Forms forms, Plan plan, Schema schema, Definition definition) {
        super(plan.type(), schema, definition, false);
        this.forms = forms;
        this.plan = plan;
        this.fitting = new Fitting(forms, schema, plan.members());
        this.members = new InterpretedBody(plan);
    }

    static ThrowableForm of(Class<?> type, Forms forms) {
        Plan plan = Plan.ofThrowable(type, forms);
        Schema schema = new Schema(Schema.Shape.THROWABLE, type.getName(), false, Schema.parts(plan.members()));
        return new ThrowableForm(forms, plan, schema, schema.define());
    }

    @Override
    ThrowableForm as(Schema theirs) {
        return new ThrowableForm(forms, plan, theirs, definition);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Throwable thrown = (Throwable) value;
        Writer.Exceptions exceptions = to.exceptions();
        exceptions.links = exceptions.path.isEmpty() ? 1 : exceptions.links + 1;
        exceptions.path.add(thrown);
        to.out.writeText(thrown.getMessage());
        link(thrown.getCause(), to);
        Throwable[] suppressed = thrown.getSuppressed();
        int count = Math.min(suppressed.length, SUPPRESSED);
        to.out.writeSize(count);
        for (int i = 0; i < count; i++) {
            link(suppressed[i], to);
        }
        Frames.write(thrown.getStackTrace(), FRAMES, to.out);
        try {
            members.write(thrown, to);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        }
        exceptions.path.removeLast();
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
            thrown.setStackTrace(Frames.read(FRAMES, from.in));
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
        Frames.read(FRAMES, from.in);
    }
}
