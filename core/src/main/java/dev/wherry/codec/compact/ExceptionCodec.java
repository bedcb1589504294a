package dev.wherry.codec.compact;

import dev.wherry.CallException;
import dev.wherry.codec.ClassNames;
import dev.wherry.codec.ExceptionDescription;
import dev.wherry.codec.StackTraces;
import dev.wherry.spi.Definition;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as values: message, cause, suppressed exceptions, stack trace, and fields. The fields of program classes
 * travel where their packages are open, those of JDK classes as the JDK serializes them. No constructor runs. A cause
 * that may not travel is replaced by a {@link CallException} that names its class. The middle of a long chain of causes
 * is left out, and a chain that leads back to itself is cut.
 */
final class ExceptionCodec extends SchemaCodec {
    /** The work of making one exception, whatever its bytes. */
    private static final int WORK = 100;

    /** The memory of one exception without its fields. */
    private static final int MEMORY = 64;

    /** Stands for a field of a JDK class that the peer does not send. */
    private static final Object NOT_SENT = new Object();

    private final CodecContext codecs;
    private final ClassLayout layout;
    private final List<JdkPart> parts;
    private final SchemaAdapter adapter;
    private final FieldCodec members;
    /** The number of members: those of program classes, then those of JDK classes. */
    private final int count;

    private final int memory;
    private final @Nullable MethodHandle message;

    /** The fields that one class of the JDK gives to an exception. */
    private record JdkPart(SerialFields state, List<String> names, List<Member> members) {
        static JdkPart of(Class<?> type, CodecContext codecs) {
            SerialFields state = SerialFields.of(type);
            return new JdkPart(
                    state,
                    state.fields.stream().map(ObjectStreamField::getName).toList(),
                    state.fields.stream()
                            .map(field -> Member.ofJdk(type, field, codecs.slot(field.getType())))
                            .toList());
        }
    }

    private ExceptionCodec(
            CodecContext codecs, ClassLayout layout, List<JdkPart> parts, Schema schema, Definition definition) {
        super(layout.type(), schema, definition, true);
        this.codecs = codecs;
        this.layout = layout;
        this.parts = parts;
        List<Member> all = members(layout, parts);
        this.adapter = new SchemaAdapter(codecs, schema.parts(), all);
        this.count = all.size();
        this.memory = MEMORY + Long.BYTES * count;
        this.members = new FieldCodec.Interpreted(layout, adapter);
        this.message = parts.isEmpty() ? ClassLayout.message(layout.type()) : null;
    }

    /**
     * Returns whether a class is an exception that travels by its fields. No JDK class in it may write more than
     * fields.
     */
    static boolean has(Class<?> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> part = type; part != Throwable.class; part = part.getSuperclass()) {
            if (ClassNames.isOfJdk(part) && SerialFields.of(part).writesMoreThanFields()) {
                return false;
            }
        }
        return true;
    }

    static ExceptionCodec of(Class<?> type, CodecContext codecs) {
        ClassLayout layout = ClassLayout.ofThrowable(type, codecs);
        List<JdkPart> parts = new ArrayList<>();
        for (Class<?> each = type; each != Throwable.class; each = each.getSuperclass()) {
            JdkPart part = ClassNames.isOfJdk(each) ? JdkPart.of(each, codecs) : null;
            if (part != null && !part.members.isEmpty()) {
                parts.add(part);
            }
        }
        Schema schema = new Schema(Schema.Shape.THROWABLE, type.getName(), true, Schema.parts(members(layout, parts)));
        return new ExceptionCodec(codecs, layout, List.copyOf(parts), schema, schema.define());
    }

    private static List<Member> members(ClassLayout layout, List<JdkPart> parts) {
        return Stream.concat(layout.members().stream(), parts.stream().flatMap(part -> part.members.stream()))
                .toList();
    }

    @Override
    ExceptionCodec as(Schema theirs) {
        return new ExceptionCodec(codecs, layout, parts, theirs, definition);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Throwable thrown = (Throwable) value;
        Writer.Exceptions exceptions = to.exceptions();
        exceptions.links = exceptions.path.isEmpty() ? 1 : exceptions.links + 1;
        exceptions.path.add(thrown);
        try {
            to.out.writeText(message(thrown));
            boolean last = exceptions.path.size() == ExceptionDescription.MOST_CAUSES;
            link(last ? ExceptionDescription.rootCause(thrown) : thrown.getCause(), codecs.slot(Throwable.class), to);
            Throwable[] suppressed = thrown.getSuppressed();
            int most = Math.min(suppressed.length, ExceptionDescription.MOST_SUPPRESSED);
            to.out.writeSize(most);
            for (int i = 0; i < most; i++) {
                link(suppressed[i], codecs.slot(Throwable.class), to);
            }
            StackTraces.write(thrown.getStackTrace(), to.out);
            members.write(thrown, to);
            for (JdkPart part : parts) {
                writeState(part, part.state.take(thrown), to);
            }
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Writing a " + type.getName());
        }
        exceptions.path.removeLast();
    }

    /** Returns the message that the constructor took. */
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
                link(linked, member.slot(), to);
            } else if (member.kind() == FieldKind.OPEN) {
                to.writeIfPossible(member.slot(), value);
            } else {
                member.kind().write(value == null ? member.kind().zero() : value, to.out);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same objects make a cycle
    private void link(@Nullable Throwable linked, Slot slot, Writer to) {
        Writer.Exceptions exceptions = to.exceptions();
        if (linked == null
                || exceptions.path.size() > ExceptionDescription.MOST_CAUSES
                || exceptions.links >= ExceptionDescription.MOST
                || exceptions.path.stream().anyMatch(each -> each == linked)) {
            slot.write(null, to);
        } else if (codecs.types.allows(linked.getClass())) {
            slot.write(linked, to);
        } else if (slot.raw.isAssignableFrom(CallException.class)) {
            slot.write(ExceptionDescription.of(linked), to);
        } else {
            ValueCodec nearest = nearest(linked.getClass(), slot);
            if (nearest == null) {
                slot.write(null, to);
            } else {
                nearest.put(linked, slot, to);
            }
        }
    }

    /** Returns the codec of the nearest superclass that may travel and fits a slot; null if there is none. */
    private @Nullable ValueCodec nearest(Class<?> type, Slot slot) {
        Class<?> parent = type.getSuperclass();
        while (slot.raw.isAssignableFrom(parent) && !codecs.types.allows(parent)) {
            parent = parent.getSuperclass();
        }
        return slot.raw.isAssignableFrom(parent) ? codecs.own(parent) : null;
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        from.budget().takeWork(WORK, "Making exceptions");
        from.takeMemory(memory, type);
        Slot slot = codecs.slot(Throwable.class);
        String message = from.in.readText();
        Object cause = slot.read(from);
        List<Throwable> suppressed = new ArrayList<>();
        int suppressions = from.readCount();
        for (int i = 0; i < suppressions; i++) {
            if (slot.read(from) instanceof Throwable each) {
                suppressed.add(each);
            }
        }
        StackTraceElement[] frames = StackTraces.read(from.in);
        try {
            Throwable thrown = (Throwable) layout.maker().invoke();
            set(thrown, message, cause, suppressed, frames);
            setMembers(thrown, from);
            return thrown;
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Making a " + type.getName());
        }
    }

    /**
     * Sets the state as in JDK serialization. So no stack trace of the reading thread is taken, and no code of the
     * class runs.
     */
    private static void set(
            Throwable thrown,
            @Nullable String message,
            @Nullable Object cause,
            List<Throwable> suppressed,
            StackTraceElement[] frames) {
        Map<String, @Nullable Object> state = new HashMap<>();
        state.put("detailMessage", message);
        state.put("cause", cause == null ? thrown : cause); // itself: a cause can still be set, as in the original
        state.put("suppressedExceptions", suppressed);
        state.put("stackTrace", frames);
        SerialFields.of(Throwable.class).put(thrown, state);
    }

    @SuppressWarnings("ReferenceEquality") // there is one such object
    private void setMembers(Throwable thrown, Reader from) {
        int own = layout.members().size();
        @Nullable Object[] values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = i < own ? SchemaAdapter.absent(layout.members().get(i)) : NOT_SENT;
        }
        adapter.read(from, values);
        layout.set(thrown, Arrays.copyOf(values, own));
        int member = own;
        for (JdkPart part : parts) {
            Map<String, @Nullable Object> state = new HashMap<>();
            for (String name : part.names) {
                Object value = values[member++];
                if (value != NOT_SENT) {
                    state.put(name, value);
                }
            }
            part.state.put(thrown, state);
        }
    }

    /** Skips all parts but the members. */
    static void skip(CodecContext codecs, Reader from) {
        from.in.readText();
        codecs.open.skip(FieldKind.OPEN, from);
        int count = from.readCount();
        for (int i = 0; i < count; i++) {
            codecs.open.skip(FieldKind.OPEN, from);
        }
        StackTraces.read(from.in);
    }
}
