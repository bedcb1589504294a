package dev.wherry.dds.cyclone;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure.Member;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A type of the tests, and its values in XCDR1 and XCDR2, which are alike for it. */
final class Cdr {
    static final byte XCDR1 = 1;
    static final byte XCDR2 = 7;
    static final int HEADER = 4;

    /** A name as the key, a number and a sequence of bytes. */
    static final DataType.Structure NOTE = note(true);

    private Cdr() {}

    static DataType.Structure note(boolean key) {
        return new DataType.Structure(
                "test::Note",
                Extensibility.FINAL,
                null,
                List.of(
                        new Member("id", 0, Primitive.INT32, key, false),
                        new Member("version", 1, Primitive.INT32, false, false),
                        new Member("data", 2, new DataType.Sequence(Primitive.BYTE, 0), false, false)));
    }

    static byte[] note(byte encoding, int id, int version, byte[] data) {
        return ByteBuffer.allocate(HEADER + 12 + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {0, encoding, 0, 0})
                .putInt(id)
                .putInt(version)
                .putInt(data.length)
                .put(data)
                .array();
    }

    static byte[] note(int id, int version, byte... data) {
        return note(XCDR1, id, version, data);
    }

    static byte[] key(byte encoding, int id) {
        return ByteBuffer.allocate(HEADER + 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {0, encoding, 0, 0})
                .putInt(id)
                .array();
    }

    static int id(byte[] payload) {
        return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER);
    }

    static int version(byte[] payload) {
        return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER + 4);
    }
}
