package dev.wherry.codec.compact;

import dev.wherry.spi.In;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import org.jspecify.annotations.Nullable;

/** Where readExternal methods read, to the end of their block, what was written to an {@link ExternalizableOutput}. */
final class ExternalizableInput extends DataInputStream implements ObjectInput {
    private final Reader from;
    private final Slot open;
    /** Objects that were begun and not read to their end. */
    private int unfinished;

    ExternalizableInput(Reader from, Slot open) {
        super(new Bytes(from.in));
        this.from = from;
        this.open = open;
    }

    private static final class Bytes extends InputStream {
        private final In in;

        Bytes(In in) {
            this.in = in;
        }

        @Override
        public int read() {
            return in.remaining() == 0 ? -1 : in.readByte();
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = Math.min(length, in.remaining());
            if (count == 0 && length > 0) {
                return -1;
            }
            in.readInto(to, offset, count);
            return count;
        }

        @Override
        public int available() {
            return in.remaining();
        }
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
