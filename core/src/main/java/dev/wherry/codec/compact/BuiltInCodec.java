package dev.wherry.codec.compact;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A codec of a JDK class that every peer knows by its number. */
abstract class BuiltInCodec extends ValueCodec {
    private final boolean shared;
    /** The same codec for slots that preserve the identity of values. */
    final WithIdentity withIdentity;

    private int ordinal = -1;

    /**
     * Returns whether the class travels only if the interface or the endpoint names it. Such a class is not among
     * JdkTypes.
     */
    boolean isRegistered() {
        return false;
    }

    @Override
    boolean fits(Slot slot) {
        if (isRegistered() && !slot.codecs.types.allows(type)) {
            throw slot.codecs.types.refusal(type);
        }
        return super.fits(slot) || isHidden(slot.raw);
    }

    /** Returns whether a declared class is a private class behind the JDK's factory methods. */
    private boolean isHidden(Class<?> declared) {
        return type.isAssignableFrom(declared)
                && declared.getClassLoader() == null
                && !Modifier.isPublic(declared.getModifiers());
    }

    /**
     * @param container whether it holds values of any kind, and so may hold itself
     * @param shared whether identity matters: a change through one reference is visible through another, or writing
     *     the value twice is expensive
     */
    BuiltInCodec(Class<?> type, boolean container, boolean shared, boolean closed) {
        super(type, container, false, closed);
        this.shared = shared;
        withIdentity = new WithIdentity(this);
    }

    final void ordinal(int ordinal) {
        this.ordinal = ordinal;
    }

    @Override
    final void head(Writer to) {
        to.out.writeSize(ValueHead.ofBuiltIn(ordinal));
    }

    @Override
    ValueCodec at(Slot slot) {
        return (nests && slot.preservesIdentity()) || (shared && slot.codecs.types.preservesIdentity())
                ? withIdentity
                : this;
    }

    /** A built-in codec whose values are numbered, so that their identity is preserved. */
    static final class WithIdentity extends ValueCodec {
        private final BuiltInCodec plain;

        WithIdentity(BuiltInCodec plain) {
            super(plain.type, plain.nests, true, plain.closed);
            this.plain = plain;
        }

        @Override
        ValueCodec plain() {
            return plain;
        }

        @Override
        boolean fits(Slot slot) {
            return plain.fits(slot);
        }

        @Override
        void head(Writer to) {
            to.out.writeByte(ValueHead.NUMBERED);
            plain.head(to);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            plain.write(value, at, to);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            return plain.read(at, from, id);
        }
    }

    /**
     * Codecs with consecutive numbers. Each part is made when it is first needed: all together take 80 ms of a new JVM.
     */
    static final class Part {
        final int first;
        final List<BuiltInCodec> codecs;
        private final Map<Class<?>, BuiltInCodec> byClass = new HashMap<>();

        /** @param unnamed further classes that the codecs are for */
        Part(int first, List<BuiltInCodec> codecs, Map<Class<?>, BuiltInCodec> unnamed) {
            this.first = first;
            this.codecs = codecs;
            for (int i = 0; i < codecs.size(); i++) {
                codecs.get(i).ordinal(first + i);
                byClass.putIfAbsent(codecs.get(i).type, codecs.get(i));
            }
            byClass.keySet().removeAll(List.of(List.class, Set.class, Map.class, Collection.class));
            byClass.putAll(unnamed);
        }

        @Nullable
        BuiltInCodec of(Class<?> type) {
            return byClass.get(type);
        }
    }
}
