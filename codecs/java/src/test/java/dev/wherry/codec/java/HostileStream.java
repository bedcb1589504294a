package dev.wherry.codec.java;

import dev.wherry.spi.Out;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** Writes streams as a hostile peer could, which ignores the classes that may travel. */
final class HostileStream {
    private HostileStream() {}

    private static final class Unchecked extends ObjectOutputStream {
        private final Object inAll;

        /** @param inAll is written for each object of its class */
        Unchecked(OutputStream out, Object inAll) throws IOException {
            super(out);
            this.inAll = inAll;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return object.getClass() == inAll.getClass() ? inAll : object;
        }

        @Override
        protected void writeStreamHeader() {}
    }

    /** The object stream of one value, without the header. */
    static byte[] of(Object value) {
        return sharing(value, new Object());
    }

    /** The same, with one object for all of its class. */
    static byte[] sharing(Object value, Object inAll) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Unchecked(bytes, inAll)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** A message of one value: a stream begins, nothing is by reference, these are its bytes. */
    static byte[] message(byte[] stream) {
        Out out = new Out(64);
        out.writeBoolean(false);
        out.writeBoolean(false);
        out.writeSize(stream.length);
        out.write(stream, 0, stream.length);
        return out.copy();
    }
}
