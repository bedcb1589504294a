package dev.wherry.internal.invoke;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** The JDK's serialization, as far as the tests of calls need a codec at all. */
final class SerialCodec implements Codec {
    @Override
    public String name() {
        return "serial";
    }

    @Override
    public Coder coder(Declared declared, Types types) {
        if (declared.type() == Thread.class) {
            throw new IllegalArgumentException("A java.lang.Thread never travels: " + declared.place());
        }
        return new Coder() {
            @Override
            public void encode(Object value, Encoding to) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream stream = new Writer(bytes, value, types)) {
                    stream.writeObject(value);
                } catch (IOException e) {
                    throw CodecException.impossible(String.valueOf(e.getMessage()));
                }
                to.out().writeSize(bytes.size());
                to.out().write(bytes.toByteArray(), 0, bytes.size());
            }

            @Override
            public Object decode(Decoding from) {
                byte[] bytes = from.in().readBytes(from.in().readCount(1));
                try (ObjectInputStream stream = new Reader(bytes, types)) {
                    return stream.readObject();
                } catch (IOException | ClassNotFoundException e) {
                    throw CodecException.malformed(String.valueOf(e.getMessage()));
                }
            }
        };
    }

    private static final class Writer extends ObjectOutputStream {
        private final Object root;
        private final Types types;

        Writer(ByteArrayOutputStream bytes, Object root, Types types) throws IOException {
            super(bytes);
            this.root = root;
            this.types = types;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            Object written = object instanceof Throwable link && object != root && !types.allows(link.getClass())
                    ? FailureText.of(link).exception()
                    : object;
            if (!written.getClass().isArray() && !types.allows(written.getClass())) {
                throw types.refusal(written.getClass().getName());
            }
            return written;
        }
    }

    private static final class Reader extends ObjectInputStream {
        private final Types types;

        Reader(byte[] bytes, Types types) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.types = types;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            return name.startsWith("[") || name.startsWith("java.")
                    ? super.resolveClass(description)
                    : types.find(name);
        }
    }
}
