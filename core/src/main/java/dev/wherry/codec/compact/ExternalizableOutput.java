package dev.wherry.codec.compact;

import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectOutput;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Where writeExternal methods write: numbers and text as {@code DataOutput} says, objects as all others of the message. */
final class ExternalizableOutput extends DataOutputStream implements ObjectOutput {
    private final Writer to;
    private final Slot open;
    /** Objects that were begun and not written to their end. */
    private int unfinished;

    ExternalizableOutput(Writer to, Slot open) {
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

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one thread writes a message
    public void write(int value) {
        to.out.writeByte(value);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // as above
    public void write(byte[] from, int offset, int length) {
        to.out.write(from, offset, length);
    }
}
