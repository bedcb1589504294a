package dev.wherry.codec.library;

import dev.wherry.codec.compact.SerialMethods;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Out;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Externalizable objects as parts that a library can carry: bytes and objects in turn, bytes first and last. So the parts are
 * checked before the library writes them, and are complete before readExternal gets them.
 */
final class External {
    private static final ClassValue<MethodHandle> MAKERS = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            return SerialMethods.externalizable(type);
        }
    };

    private External() {}

    /** Returns whether objects of a class can be carried so. Nothing replaces them, and they are not containers. */
    static boolean is(Class<?> type) {
        return Externalizable.class.isAssignableFrom(type)
                && !Throwable.class.isAssignableFrom(type)
                && !Collection.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type)
                && SerialMethods.writeReplace(type) == null
                && SerialMethods.readResolve(type) == null;
    }

    static Object empty(Class<?> type) {
        try {
            return (Externalizable) MAKERS.get(type).invokeExact();
        } catch (Throwable e) { // thrown by the constructor
            throw Failures.of(e, "A " + type.getName() + " cannot be made");
        }
    }

    /** Returns the parts that an object writes. {@code most} limits their bytes. */
    static @Nullable Object[] parts(Object object, int most) {
        Recorder recorder = new Recorder(new Out(64).limit(most));
        try {
            ((Externalizable) object).writeExternal(recorder);
        } catch (Throwable e) { // thrown by the object
            throw Failures.of(e, "A " + object.getClass().getName() + " cannot be written");
        }
        recorder.cut();
        return recorder.parts.toArray();
    }

    /** Lets an empty object read the parts that another one has written. */
    static void fill(Externalizable empty, @Nullable Object[] parts) {
        try {
            empty.readExternal(new Player(new Bytes(parts)));
        } catch (Throwable e) { // thrown by the object
            throw Failures.of(e, "A " + empty.getClass().getName() + " cannot be read");
        }
    }

    private static final class Recorder extends DataOutputStream implements ObjectOutput {
        private final Out bytes;
        private final List<@Nullable Object> parts = new ArrayList<>();

        Recorder(Out bytes) {
            super(new OutputStream() {
                @Override
                public void write(int value) {
                    bytes.writeByte(value);
                }

                @Override
                public void write(byte[] from, int offset, int length) {
                    bytes.write(from, offset, length);
                }
            });
            this.bytes = bytes;
        }

        void cut() {
            parts.add(bytes.copy());
            bytes.size(0);
        }

        @Override
        public void writeObject(@Nullable Object value) {
            cut();
            parts.add(value);
        }
    }

    /** The bytes of one block after the other, as readExternal gets them. */
    private static final class Bytes extends InputStream {
        private final @Nullable Object[] parts;
        private byte[] block;
        private int part;
        private int position;

        Bytes(@Nullable Object[] parts) {
            this.parts = parts;
            block = block(0);
        }

        private byte[] block(int at) {
            if (at < parts.length && parts[at] instanceof byte[] bytes) {
                return bytes;
            }
            throw CodecException.malformed("the parts of an Externalizable object are not bytes and objects in turn");
        }

        @Nullable
        Object object() throws IOException {
            if (available() > 0) {
                throw new IOException("readExternal wants an object where there are " + available() + " bytes");
            }
            if (part + 1 == parts.length) {
                throw new EOFException("readExternal wants more than writeExternal wrote");
            }
            part += 2;
            block = block(part);
            position = 0;
            return parts[part - 1];
        }

        @Override
        public int read() {
            return available() == 0 ? -1 : block[position++] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = Math.min(length, available());
            if (count == 0 && length > 0) {
                return -1;
            }
            System.arraycopy(block, position, to, offset, count);
            position += count;
            return count;
        }

        @Override
        public int available() {
            return block.length - position;
        }
    }

    private static final class Player extends DataInputStream implements ObjectInput {
        private final Bytes bytes;

        Player(Bytes bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        @Override
        public @Nullable Object readObject() throws IOException {
            return bytes.object();
        }
    }
}
