package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Externalizable classes. Their own methods write and read a block of bytes, and a reader cannot leave its block. Both
 * sides need the same serialVersionUID, as in JDK serialization, since only the class knows the meaning of the bytes.
 */
final class ExternalizableCodec extends SchemaCodec {
    private static final int LENGTH = 4;

    private final @Nullable MethodHandle resolver;
    /** Found for the first value, since that takes milliseconds in a new process. */
    private @Nullable MethodHandle maker;

    private ExternalizableCodec(Class<?> type, Schema schema, Definition definition, @Nullable MethodHandle resolver) {
        // An object that readResolve is to replace must not be referred to before.
        super(type, schema, definition, resolver != null);
        this.resolver = resolver;
    }

    /** Returns whether a class travels in this way. A class with writeReplace uses JDK serialization instead. */
    static boolean has(Class<?> type) {
        return Externalizable.class.isAssignableFrom(type) && SerialMethods.writeReplace(type) == null;
    }

    static ExternalizableCodec of(Class<?> type, CodecContext codecs) {
        long version = ObjectStreamClass.lookup(type).getSerialVersionUID();
        Schema schema = new Schema(
                Schema.Shape.EXTERNAL,
                type.getName(),
                codecs.preservesIdentity(type),
                List.of(new Schema.Part("serialVersionUID " + version, FieldKind.OPEN)));
        SerialMethods.requireExternalizable(type);
        MethodHandle resolver = SerialMethods.readResolve(type);
        return new ExternalizableCodec(
                type,
                schema,
                schema.define(),
                resolver == null ? null : resolver.asType(MethodType.genericMethodType(1)));
    }

    private MethodHandle maker() {
        MethodHandle known = maker;
        if (known == null) {
            maker = known = SerialMethods.externalizable(type);
        }
        return known;
    }

    /** Accepts any slot if readResolve may return an object of another class. */
    @Override
    boolean fits(Slot slot) {
        return resolver != null || super.fits(slot);
    }

    @Override
    ValueCodec as(Schema theirs) {
        if (!theirs.parts().equals(schema.parts())) {
            throw CodecException.impossible("The peer's " + type.getName() + " has another serialVersionUID ("
                    + theirs.parts() + ") than the one here (" + schema.parts()
                    + "), and only its own methods know its bytes. Bring both sides to the same version of it");
        }
        return new ExternalizableCodec(type, theirs, definition, resolver);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Out out = to.out;
        int start = out.size();
        int before = to.mark();
        out.writeInt(0);
        try {
            Output output = to.external instanceof Output known ? known : new Output(to, at.codecs.open);
            to.external = output;
            output.write((Externalizable) value);
        } catch (IOException | RuntimeException e) {
            throw ErrorPath.thrown(e, "Writing a " + type.getName());
        }
        out.patchInt(start, out.size() - start - LENGTH);
        out.writeSize(to.mark() - before);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        if (from.dropping > 0) {
            skip(from);
            return new Reader.SkippedValue();
        }
        try {
            Externalizable value = (Externalizable) maker().invokeExact();
            if (!closed) {
                from.started(id, value);
            }
            In in = from.in;
            int before = from.mark();
            int length = in.readInt();
            in.skip(length);
            int end = in.position();
            int rest = end + in.remaining();
            in.over(in.array(), end - length, end);
            Input input = from.external instanceof Input known ? known : new Input(from, at.codecs.open);
            from.external = input;
            from.byHand++;
            input.read(value);
            from.byHand--;
            in.over(in.array(), end, rest);
            from.passed(before, length);
            return SerialMethods.resolved(value, resolver);
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Reading a " + type.getName());
        }
    }

    /** Skips a value. A reference back to an object in it is refused. */
    static void skip(Reader from) {
        int before = from.mark();
        int length = from.in.readInt();
        from.in.skip(length);
        from.passed(before, length);
    }

    /** The input of readExternal methods, up to the end of their block. */
    static final class Input extends DataInputStream implements ObjectInput {
        private final Reader from;
        private final Slot open;
        /** The number of objects whose reading has begun and not ended. */
        private int unfinished;

        Input(Reader from, Slot open) {
            super(new InputStream() {
                @Override
                public int read() {
                    return from.in.remaining() == 0 ? -1 : from.in.readByte();
                }

                @Override
                public int read(byte[] to, int offset, int length) {
                    int count = Math.min(length, from.in.remaining());
                    if (count == 0 && length > 0) {
                        return -1;
                    }
                    from.in.readInto(to, offset, count);
                    return count;
                }

                @Override
                public int available() {
                    return from.in.remaining();
                }
            });
            this.from = from;
            this.open = open;
        }

        void read(Externalizable value) throws IOException, ClassNotFoundException {
            int before = unfinished;
            value.readExternal(this);
            if (unfinished > before) {
                throw new IOException("readExternal went on after an object that could not be read");
            }
        }

        @Override
        public @Nullable Object readObject() throws IOException {
            if (from.in.remaining() == 0) {
                throw new EOFException("readExternal wants more than writeExternal wrote");
            }
            unfinished++;
            Object value = open.read(from);
            unfinished--;
            return value;
        }
    }

    /**
     * The output of writeExternal methods. Numbers and text are written as {@code DataOutput} defines, objects as
     * elsewhere in the message.
     */
    static final class Output extends DataOutputStream implements ObjectOutput {
        private final Writer to;
        private final Slot open;
        /** The number of objects whose writing has begun and not ended. */
        private int unfinished;

        Output(Writer to, Slot open) {
            super(new OutputStream() {
                @Override
                public void write(int value) {
                    to.out.writeByte(value);
                }

                @Override
                public void write(byte[] from, int offset, int length) {
                    to.out.write(from, offset, length);
                }
            });
            this.to = to;
            this.open = open;
        }

        void write(Externalizable value) throws IOException {
            int before = unfinished;
            value.writeExternal(this);
            if (unfinished > before) {
                throw new IOException("writeExternal went on after an object that could not be written");
            }
        }

        @Override
        public void writeObject(@Nullable Object value) {
            unfinished++;
            open.write(value, to);
            unfinished--;
        }
    }
}
