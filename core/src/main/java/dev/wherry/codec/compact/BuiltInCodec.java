package dev.wherry.codec.compact;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A form of the JDK's own classes, known to every peer by its ordinal. */
abstract class BuiltInCodec extends ValueCodec {
    private final boolean shared;
    /** The same form for places where identity is kept. */
    final Identity keeping;

    private int ordinal = -1;

    /** Whether it travels only where the interface, or the endpoint, names it: in JdkTypes it is not a value. */
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

    /** Whether a declared class is one behind the JDK's factory methods, of which only making a value tells. */
    private boolean isHidden(Class<?> declared) {
        return type.isAssignableFrom(declared)
                && declared.getClassLoader() == null
                && !Modifier.isPublic(declared.getModifiers());
    }

    /**
     * @param container whether it holds values of any kind, and so may hold itself
     * @param shared whether sharing can be told: a change made through one reference is seen through another, or writing it
     *     twice is expensive
     */
    BuiltInCodec(Class<?> type, boolean container, boolean shared, boolean closed) {
        super(type, container, false, closed);
        this.shared = shared;
        keeping = new Identity(this);
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
        return (nests && slot.keeps()) || (shared && slot.codecs.types.preservesIdentity()) ? keeping : this;
    }

    /** A built-in form whose values keep their identity within the message. */
    static final class Identity extends ValueCodec {
        private final BuiltInCodec plain;

        Identity(BuiltInCodec plain) {
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
            to.out.writeByte(ValueHead.KEPT);
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

    /** Codecs that follow one another on the wire. Each part is made when it is first met: all take 80 ms of a new JVM. */
    static final class Part {
        final int first;
        final List<BuiltInCodec> codecs;
        private final Map<Class<?>, BuiltInCodec> byClass = new HashMap<>();

        /** @param unnamed classes that one of the codecs is for, besides its own */
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
