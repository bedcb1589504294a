package dev.wherry.codec.compact;

import dev.wherry.RemoteException;
import dev.wherry.codec.Described;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.GenericTypes;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as values: message, cause, suppressed ones, stack trace, and the fields of their own classes where the
 * packages of these are open; no constructor but Throwable's is run. A cause that may not travel is replaced by a
 * {@link RemoteException} that names its class. Chains that are too long, or turn back on themselves, are cut.
 */
final class ThrowableForm extends Form {
    private static final int CAUSES = 16;
    private static final int SUPPRESSED = 16;
    private static final int FRAMES = 256;
    /** Exceptions reached from one, by any way. */
    private static final int LINKS = 64;

    private final Forms forms;
    private final Fitting fitting;
    private final List<Member> members;
    private final Definition definition;
    private final MethodHandle maker;
    final Schema schema;

    private ThrowableForm(Forms forms, Class<?> type, List<Member> members, Schema schema, Schema theirs) {
        super(type);
        this.forms = forms;
        this.members = members;
        this.schema = schema;
        this.definition = schema.define();
        this.fitting = new Fitting(forms, theirs, members);
        try {
            this.maker = Access.allocator(type, Throwable.class.getDeclaredConstructor(String.class, Throwable.class));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    static ThrowableForm of(Class<?> type, Forms forms) {
        List<Member> members = open(type) ? Plan.members(type, ofJdk(type), GenericTypes.of(type), forms) : List.of();
        Schema schema = new Schema(Schema.Shape.THROWABLE, type.getName(), false, Schema.parts(members));
        return new ThrowableForm(forms, type, members, schema, schema);
    }

    /** The same exception as a peer with another version of it writes it. */
    ThrowableForm as(Schema theirs) {
        return new ThrowableForm(forms, type, members, schema, theirs);
    }

    /** The nearest superclass that is the JDK's: its fields are its own affair. */
    private static Class<?> ofJdk(Class<?> type) {
        Class<?> each = type;
        while (each.getClassLoader() != null) {
            each = each.getSuperclass();
        }
        return each;
    }

    private static boolean open(Class<?> type) {
        for (Class<?> each = type; each.getClassLoader() != null; each = each.getSuperclass()) {
            if (Access.tryInto(each) == null) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean nests() {
        return true;
    }

    @Override
    void head(Writer to) {
        to.head(definition);
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
        for (Member member : members) {
            Object held;
            try {
                held = member.genericGetter().invoke(value);
            } catch (Throwable e) {
                throw Trail.thrown(e, "Reading " + member.name());
            }
            if (member.kind() == Kind.OPEN) {
                member.place().write(held, to);
            } else {
                member.kind().write(held, to.out);
            }
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
            Throwable thrown = (Throwable) maker.invoke((Object) message, cause);
            int count = from.readCount();
            for (int i = 0; i < count; i++) {
                if (place.read(from) instanceof Throwable suppressed) {
                    thrown.addSuppressed(suppressed);
                }
            }
            thrown.setStackTrace(Frames.read(FRAMES, from.in));
            fitting.read(from, (member, value) -> set(thrown, members.get(member), value));
            return thrown;
        } catch (CodecException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        }
    }

    private static void set(Throwable thrown, Member member, @Nullable Object value) {
        try {
            member.genericSetter().invoke((Object) thrown, value);
        } catch (Throwable e) {
            throw Trail.thrown(e, "Setting " + member.name());
        }
    }

    /** Steps over all but the members. */
    static void skip(Forms forms, Reader from) {
        from.in.readText();
        Dropped.skip(forms, from);
        int count = from.readCount();
        for (int i = 0; i < count; i++) {
            Dropped.skip(forms, from);
        }
        Frames.read(FRAMES, from.in);
    }
}
