package dev.wherry.codec.compact;

import dev.wherry.CallException;
import dev.wherry.codec.ClassNames;
import dev.wherry.codec.Described;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as values: message, cause, suppressed ones, stack trace, the fields of their own classes where the packages of
 * these are open, and what the JDK's classes among them keep; no constructor is run. A cause that may not
 * travel is replaced by a {@link CallException} that names its class. Of chains that are too long the middle is left out;
 * those that turn back on themselves are cut.
 */
final class ThrowableForm extends DefinedForm {
    private static final int CAUSES = 16;
    private static final int SUPPRESSED = 16;
    /** Exceptions reached from one, by any way. */
    private static final int LINKS = 64;

    /** What making one takes whatever its bytes. */
    private static final int WORK = 100;

    /** What one takes without its fields. */
    private static final int MEMORY = 64;

    private final Forms forms;
    private final Plan plan;
    private final List<JdkPart> parts;
    private final Fitting fitting;
    private final Body members;
    private final int memory;
    private final @Nullable MethodHandle message;

    /** What one class of the JDK keeps in an exception. */
    private record JdkPart(SerialFields state, List<String> names, List<Member> members) {
        static JdkPart of(Class<?> type, Forms forms) {
            SerialFields state = SerialFields.of(type);
            return new JdkPart(
                    state,
                    state.fields.stream().map(ObjectStreamField::getName).toList(),
                    state.fields.stream()
                            .map(field -> Member.ofJdk(type, field, forms.place(field.getType())))
                            .toList());
        }
    }

    private ThrowableForm(Forms forms, Plan plan, List<JdkPart> parts, Schema schema, Definition definition) {
        super(plan.type(), schema, definition, true);
        this.forms = forms;
        this.plan = plan;
        this.parts = parts;
        List<Member> all = members(plan, parts);
        this.fitting = new Fitting(forms, schema, all);
        this.memory = MEMORY + Long.BYTES * all.size();
        this.members = new InterpretedBody(plan);
        this.message = parts.isEmpty() ? Plan.message(plan.type()) : null;
    }

    /** Whether a class is a throwable that goes by its fields: no class of the JDK in it writes more than these. */
    static boolean has(Class<?> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> part = type; part != Throwable.class; part = part.getSuperclass()) {
            if (ClassNames.isOfJdk(part) && SerialFields.of(part).isWithMore()) {
                return false;
            }
        }
        return true;
    }

    static ThrowableForm of(Class<?> type, Forms forms) {
        Plan plan = Plan.ofThrowable(type, forms);
        List<JdkPart> parts = new ArrayList<>();
        for (Class<?> each = type; each != Throwable.class; each = each.getSuperclass()) {
            JdkPart part = ClassNames.isOfJdk(each) ? JdkPart.of(each, forms) : null;
            if (part != null && !part.members.isEmpty()) {
                parts.add(part);
            }
        }
        Schema schema = new Schema(Schema.Shape.THROWABLE, type.getName(), true, Schema.parts(members(plan, parts)));
        return new ThrowableForm(forms, plan, List.copyOf(parts), schema, schema.define());
    }

    private static List<Member> members(Plan plan, List<JdkPart> parts) {
        return Stream.concat(plan.members().stream(), parts.stream().flatMap(part -> part.members.stream()))
                .toList();
    }

    @Override
    ThrowableForm as(Schema theirs) {
        return new ThrowableForm(forms, plan, parts, theirs, definition);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Throwable thrown = (Throwable) value;
        Writer.Exceptions exceptions = to.exceptions();
        exceptions.links = exceptions.path.isEmpty() ? 1 : exceptions.links + 1;
        exceptions.path.add(thrown);
        try {
            to.out.writeText(message(thrown));
            boolean last = exceptions.path.size() == CAUSES;
            link(last ? Described.rootCause(thrown) : thrown.getCause(), forms.place(Throwable.class), to);
            Throwable[] suppressed = thrown.getSuppressed();
            int count = Math.min(suppressed.length, SUPPRESSED);
            to.out.writeSize(count);
            for (int i = 0; i < count; i++) {
                link(suppressed[i], forms.place(Throwable.class), to);
            }
            Frames.write(thrown.getStackTrace(), Described.MOST_FRAMES, to.out);
            members.write(thrown, to);
            for (JdkPart part : parts) {
                writeState(part, part.state.take(thrown), to);
            }
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        }
        exceptions.path.removeLast();
    }

    /** As the constructor took it, where the class makes another message of that and of what it keeps. */
    private @Nullable String message(Throwable thrown) throws Throwable {
        return message != null
                ? (String) message.invoke(thrown)
                : (String) SerialFields.of(Throwable.class).take(thrown).get("detailMessage");
    }

    private void writeState(JdkPart part, Map<String, @Nullable Object> state, Writer to) {
        for (int i = 0; i < part.names.size(); i++) {
            Member member = part.members.get(i);
            Object value = state.get(part.names.get(i));
            if (value instanceof Throwable linked) {
                link(linked, member.place(), to);
            } else if (member.kind() == Kind.OPEN) {
                to.writeIfPossible(member.place(), value);
            } else {
                member.kind().write(value == null ? member.kind().zero() : value, to.out);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a cycle is made of the same objects
    private void link(@Nullable Throwable linked, Place place, Writer to) {
        Writer.Exceptions exceptions = to.exceptions();
        if (linked == null
                || exceptions.path.size() > CAUSES
                || exceptions.links >= LINKS
                || exceptions.path.stream().anyMatch(each -> each == linked)) {
            place.write(null, to);
        } else if (forms.types.allows(linked.getClass())) {
            place.write(linked, to);
        } else if (place.raw.isAssignableFrom(CallException.class)) {
            place.write(Described.of(linked), to);
        } else {
            Form nearest = nearest(linked.getClass(), place);
            if (nearest == null) {
                place.write(null, to);
            } else {
                nearest.put(linked, place, to);
            }
        }
    }

    /** The form of the nearest superclass that may travel and be at this place. */
    private @Nullable Form nearest(Class<?> type, Place place) {
        Class<?> parent = type.getSuperclass();
        while (place.raw.isAssignableFrom(parent) && !forms.types.allows(parent)) {
            parent = parent.getSuperclass();
        }
        return place.raw.isAssignableFrom(parent) ? forms.own(parent) : null;
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        from.budget().takeWork(WORK, "Making exceptions");
        from.takeMemory(memory, type);
        Place place = forms.place(Throwable.class);
        String message = from.in.readText();
        Object cause = place.read(from);
        List<Throwable> suppressed = new ArrayList<>();
        int count = from.readCount();
        for (int i = 0; i < count; i++) {
            if (place.read(from) instanceof Throwable each) {
                suppressed.add(each);
            }
        }
        StackTraceElement[] frames = Frames.read(Described.MOST_FRAMES, from.in);
        try {
            Throwable thrown = (Throwable) plan.maker().invoke();
            set(thrown, message, cause, suppressed, frames);
            int own = plan.members().size();
            Map<Integer, @Nullable Object> state = new HashMap<>();
            fitting.read(from, (member, value) -> {
                if (member < own) {
                    plan.members().get(member).set(thrown, value);
                } else {
                    state.put(member, value);
                }
            });
            setState(thrown, state, own);
            return thrown;
        } catch (CodecException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        }
    }

    /** As in JDK serialization, so that neither the stack of the thread that reads is kept nor code of the class is run. */
    private static void set(
            Throwable thrown,
            @Nullable String message,
            @Nullable Object cause,
            List<Throwable> suppressed,
            StackTraceElement[] frames) {
        Map<String, @Nullable Object> state = new HashMap<>();
        state.put("detailMessage", message);
        state.put("cause", cause == null ? thrown : cause); // itself: it can be given one, as where it was thrown
        state.put("suppressedExceptions", suppressed);
        state.put("stackTrace", frames);
        SerialFields.of(Throwable.class).put(thrown, state);
    }

    /** @param state by the number of its member, of which those of the JDK's parts begin with {@code first} */
    private void setState(Throwable thrown, Map<Integer, @Nullable Object> state, int first) {
        int member = first;
        for (JdkPart part : parts) {
            Map<String, @Nullable Object> values = new HashMap<>();
            for (String name : part.names) {
                if (state.containsKey(member)) {
                    values.put(name, state.get(member));
                }
                member++;
            }
            part.state.put(thrown, values);
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
