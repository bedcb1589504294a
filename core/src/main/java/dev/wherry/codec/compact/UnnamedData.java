package dev.wherry.codec.compact;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a class writes by its methods of JDK serialization beside its fields: numbers and text as bytes, and objects. */
final class UnnamedData {
    static final UnnamedData NONE = new UnnamedData(new byte[0], List.of());

    private final byte[] bytes;
    private final List<@Nullable Object> objects;

    private UnnamedData(byte[] bytes, List<@Nullable Object> objects) {
        this.bytes = bytes;
        this.objects = objects;
    }

    /** Remembers what is written to it. */
    static class Output extends ObjectOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream data = new DataOutputStream(bytes);
        private final List<@Nullable Object> objects = new ArrayList<>();

        Output() throws IOException {}

        UnnamedData written() {
            return new UnnamedData(bytes.toByteArray(), objects);
        }

        @Override
        protected void writeObjectOverride(@Nullable Object value) {
            objects.add(value);
        }

        @Override
        public void writeUnshared(@Nullable Object value) {
            objects.add(value);
        }

        @Override
        public void flush() {}

        @Override
        public void reset() {}

        @Override
        public void close() {}

        @Override
        public void write(int value) throws IOException {
            data.write(value);
        }

        @Override
        public void write(byte[] values) throws IOException {
            data.write(values);
        }

        @Override
        public void write(byte[] values, int from, int length) throws IOException {
            data.write(values, from, length);
        }

        @Override
        public void writeBoolean(boolean value) throws IOException {
            data.writeBoolean(value);
        }

        @Override
        public void writeByte(int value) throws IOException {
            data.writeByte(value);
        }

        @Override
        public void writeShort(int value) throws IOException {
            data.writeShort(value);
        }

        @Override
        public void writeChar(int value) throws IOException {
            data.writeChar(value);
        }

        @Override
        public void writeInt(int value) throws IOException {
            data.writeInt(value);
        }

        @Override
        public void writeLong(long value) throws IOException {
            data.writeLong(value);
        }

        @Override
        public void writeFloat(float value) throws IOException {
            data.writeFloat(value);
        }

        @Override
        public void writeDouble(double value) throws IOException {
            data.writeDouble(value);
        }

        @Override
        public void writeBytes(String text) throws IOException {
            data.writeBytes(text);
        }

        @Override
        public void writeChars(String text) throws IOException {
            data.writeChars(text);
        }

        @Override
        public void writeUTF(String text) throws IOException {
            data.writeUTF(text);
        }
    }

    /** Returns it in the order in which it was written. */
    static class Input extends ObjectInputStream {
        private final DataInputStream data;
        private final Iterator<@Nullable Object> objects;

        Input(UnnamedData written) throws IOException {
            data = new DataInputStream(new ByteArrayInputStream(written.bytes));
            objects = written.objects.iterator();
        }

        @Override
        protected @Nullable Object readObjectOverride() throws IOException {
            return readUnshared();
        }

        @Override
        public @Nullable Object readUnshared() throws IOException {
            if (!objects.hasNext()) {
                throw new EOFException("A class reads more objects than it has written");
            }
            return objects.next();
        }

        @Override
        public void close() {}

        @Override
        public int available() throws IOException {
            return data.available();
        }

        @Override
        public int read() throws IOException {
            return data.read();
        }

        @Override
        public int read(byte[] values, int from, int length) throws IOException {
            return data.read(values, from, length);
        }

        @Override
        public void readFully(byte[] values) throws IOException {
            data.readFully(values);
        }

        @Override
        public void readFully(byte[] values, int from, int length) throws IOException {
            data.readFully(values, from, length);
        }

        @Override
        public int skipBytes(int length) throws IOException {
            return data.skipBytes(length);
        }

        @Override
        public boolean readBoolean() throws IOException {
            return data.readBoolean();
        }

        @Override
        public byte readByte() throws IOException {
            return data.readByte();
        }

        @Override
        public int readUnsignedByte() throws IOException {
            return data.readUnsignedByte();
        }

        @Override
        public short readShort() throws IOException {
            return data.readShort();
        }

        @Override
        public int readUnsignedShort() throws IOException {
            return data.readUnsignedShort();
        }

        @Override
        public char readChar() throws IOException {
            return data.readChar();
        }

        @Override
        public int readInt() throws IOException {
            return data.readInt();
        }

        @Override
        public long readLong() throws IOException {
            return data.readLong();
        }

        @Override
        public float readFloat() throws IOException {
            return data.readFloat();
        }

        @Override
        public double readDouble() throws IOException {
            return data.readDouble();
        }

        @Override
        public String readUTF() throws IOException {
            return data.readUTF();
        }
    }
}
