package dev.wherry.testkit.codec;

import dev.wherry.Limits;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One encoded value: its bytes, the definitions that they use, and the objects to which they refer. */
@SuppressWarnings("ArrayRecordComponent") // messages are never compared
public record Message(byte[] bytes, List<Definition> definitions, List<Object> references) {
    /** Encodes a value as a session would. The objects in {@code exported} travel by reference wherever they are. */
    public static Message encode(Coder coder, @Nullable Object value, Object... exported) {
        return encode(coder, Limits.defaults(), value, exported);
    }

    public static Message encode(Coder coder, Limits limits, @Nullable Object value, Object... exported) {
        Set<Object> byReference = Collections.newSetFromMap(new IdentityHashMap<>());
        Collections.addAll(byReference, exported);
        Sending to = new Sending(byReference, limits);
        coder.encode(value, to);
        return new Message(to.out().copy(), List.copyOf(to.definitions), List.copyOf(to.references));
    }

    /** Decodes the value. Fails if bytes are left. */
    public @Nullable Object decode(Coder coder) {
        return decode(coder, Limits.defaults());
    }

    public @Nullable Object decode(Coder coder, Limits limits) {
        return decode(coder, limits, () -> {});
    }

    /**
     * Decodes the value.
     *
     * @param time called whenever the codec checks the deadline
     */
    @Nullable
    Object decode(Coder coder, Limits limits, Runnable time) {
        Receiving from = new Receiving(new In(bytes), limits, time);
        Object value = coder.decode(from);
        if (from.in().remaining() > 0) {
            throw CodecException.malformed(from.in().remaining() + " bytes left over");
        }
        return value;
    }

    /** Decodes the value. Returns the number of bytes that the codec has reported by {@link Decoding#hold}. */
    long held(Coder coder) {
        Receiving from = new Receiving(new In(bytes), Limits.defaults(), () -> {});
        coder.decode(from);
        return from.held;
    }

    public Message withBytes(byte[] other) {
        return new Message(other, definitions, references);
    }

    public Message withDefinitions(List<Definition> other) {
        return new Message(bytes, other, references);
    }

    /** Returns the message as a peer sees it: with definitions that are other objects of the same content. */
    public Message arrived() {
        List<Definition> theirs = new ArrayList<>();
        for (Definition definition : definitions) {
            theirs.add(new Definition(definition.kind(), definition.content().clone()));
        }
        return withDefinitions(theirs);
    }

    private static final class Sending extends Encoding {
        private final IdentityHashMap<Definition, Integer> numbers = new IdentityHashMap<>();
        private final List<Definition> definitions = new ArrayList<>();
        private final List<Object> references = new ArrayList<>();
        private final Set<Object> exported;
        private final Limits limits;

        Sending(Set<Object> exported, Limits limits) {
            super(new Out(64));
            this.exported = exported;
            this.limits = limits;
        }

        @Override
        public int define(Definition definition) {
            return numbers.computeIfAbsent(definition, added -> {
                definitions.add(added);
                return definitions.size() - 1;
            });
        }

        @Override
        public Limits limits() {
            return limits;
        }

        @Override
        public boolean travelsByReference(Object value) {
            return exported.contains(value);
        }

        @Override
        public void writeReference(Object object, List<Class<?>> as) {
            out().writeSize(references.size());
            references.add(object);
        }
    }

    private final class Receiving extends Decoding {
        private final Limits limits;
        private final Runnable time;
        private long held;

        Receiving(In in, Limits limits, Runnable time) {
            super(in);
            this.limits = limits;
            this.time = time;
        }

        @Override
        public void checkTime() {
            time.run();
        }

        @Override
        public void hold(long bytes) {
            held += bytes;
        }

        @Override
        public Definition definition(int number) {
            if (number < 0 || number >= definitions.size()) {
                throw CodecException.malformed("definition " + number + " is unknown");
            }
            return definitions.get(number);
        }

        @Override
        public Object readReference(Class<?> declared, Types types) {
            int number = in().readSize();
            if (number < 0 || number >= references.size() || !declared.isInstance(references.get(number))) {
                throw CodecException.malformed("reference " + number);
            }
            return references.get(number);
        }

        @Override
        public Limits limits() {
            return limits;
        }
    }
}
