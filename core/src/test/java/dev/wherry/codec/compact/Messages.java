package dev.wherry.codec.compact;

import dev.wherry.Limits;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Two ends of one direction of a session, without one: what one end defines the other knows. */
final class Messages {
    private final List<Definition> written = new ArrayList<>();
    private final List<Definition> read = new ArrayList<>();
    private final Map<String, String> renames = new HashMap<>();
    private final List<Object> exported = new ArrayList<>();
    private final InboundDefinitions.CodecMemory kept =
            new InboundDefinitions(new InboundCapacity(Long.MAX_VALUE).share()).codecMemory();
    private final CompactCodec codec;
    private Limits limits = Limits.defaults();
    private Predicate<Object> byReference = value -> false;

    Messages(CompactCodec codec) {
        this.codec = codec;
    }

    Messages() {
        this(new CompactCodec());
    }

    Messages limits(Limits limits) {
        this.limits = limits;
        return this;
    }

    Messages byReference(Predicate<Object> byReference) {
        this.byReference = byReference;
        return this;
    }

    /** Lets one end take a class of the other for its own of another name, of the same length. */
    Messages renaming(Class<?> theirs, Class<?> ours) {
        renames.put(theirs.getName(), ours.getName());
        return this;
    }

    /** Lets the reading end believe something else of the definitions that were written. */
    Messages changing(String part, String other) {
        renames.put(part, other);
        for (int i = 0; i < written.size(); i++) {
            Definition each = written.get(i);
            read.set(i, new Definition(each.kind(), renamed(each.content())));
        }
        return this;
    }

    /** Returns the definition as the reading end gets it. */
    byte[] read(int number) {
        return read.get(number).content();
    }

    private byte[] renamed(byte[] definition) {
        String content = new String(definition, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> each : renames.entrySet()) {
            content = content.replace(each.getKey(), each.getValue());
        }
        return content.getBytes(StandardCharsets.ISO_8859_1);
    }

    List<Definition> definitions() {
        return written;
    }

    Coder coder(Type type, Types types) {
        return codec.coder(new Declared(type, "the value"), types);
    }

    byte[] encode(Coder coder, Object value) {
        Out out = new Out(64);
        coder.encode(value, encoding(out));
        return out.copy();
    }

    Object decode(Coder coder, byte[] bytes) {
        In in = new In(bytes);
        Object value = coder.decode(decoding(in));
        if (in.remaining() > 0) {
            throw CodecException.malformed(in.remaining() + " bytes left");
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    <T> T send(T value, Type type, Types types) {
        Coder coder = coder(type, types);
        return (T) decode(coder, encode(coder, value));
    }

    Encoding encoding(Out out) {
        return new Encoding(out) {
            @Override
            public int define(Definition definition) {
                int number = written.indexOf(definition);
                if (number < 0) {
                    number = written.size();
                    written.add(definition);
                    read.add(new Definition(definition.kind(), renamed(definition.content())));
                }
                return number;
            }

            @Override
            public Limits limits() {
                return limits;
            }

            @Override
            public boolean travelsByReference(Object value) {
                return byReference.test(value);
            }

            @Override
            public void writeReference(Object object, List<Class<?>> as) {
                exported.add(object);
                out().writeSize(exported.size() - 1);
            }
        };
    }

    Decoding decoding(In in) {
        return new Decoding(in) {
            @Override
            public Definition definition(int number) {
                if (number < 0 || number >= read.size()) {
                    throw CodecException.malformed("definition " + number);
                }
                return read.get(number);
            }

            @Override
            public void keep(int definition, Object reader, long bytes) {
                kept.keep(definition, reader, bytes);
            }

            @Override
            public int versions(int definition, Class<?> type) {
                return kept.versions(definition, type);
            }

            @Override
            public Object readReference(Class<?> declared, Types types) {
                int number = in().readSize();
                if (number < 0 || number >= exported.size()) {
                    throw CodecException.malformed("reference " + number);
                }
                return exported.get(number);
            }

            @Override
            public Limits limits() {
                return limits;
            }
        };
    }
}
