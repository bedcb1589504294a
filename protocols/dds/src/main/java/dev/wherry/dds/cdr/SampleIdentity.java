package dev.wherry.dds.cdr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a request: its writer, and the number that the writer gave it. A reply repeats it.
 *
 * @param guidHigh the first 8 bytes of the writer's GUID, in big endian
 * @param guidLow the others. The ROS 2 header has none of these
 * @param sequence the number of the request
 */
public record SampleIdentity(long guidHigh, long guidLow, long sequence) {
    /** The bytes of an identity in a message. */
    static final int LENGTH = 24;

    /**
     * Returns the identity that begins a payload.
     *
     * @param offset of the encapsulation header
     * @return null if the payload is too short
     */
    public static @Nullable SampleIdentity peek(byte[] payload, int offset, int length) {
        if (length < Encapsulation.BYTES + LENGTH) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(payload, offset, length);
        long high = buffer.getLong(offset + Encapsulation.BYTES);
        long low = buffer.getLong(offset + Encapsulation.BYTES + 8);
        buffer.order((payload[offset + 1] & 1) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int sequence = offset + Encapsulation.BYTES + 16;
        return new SampleIdentity(
                high,
                low,
                ((long) buffer.getInt(sequence) << 32) | Integer.toUnsignedLong(buffer.getInt(sequence + 4)));
    }

    static SampleIdentity read(CdrReader from) {
        long high = from.readOctets();
        long low = from.readOctets();
        return new SampleIdentity(high, low, ((long) from.readInt() << 32) | Integer.toUnsignedLong(from.readInt()));
    }

    void write(CdrWriter to) {
        to.writeOctets(guidHigh);
        to.writeOctets(guidLow);
        to.writeInt((int) (sequence >> 32));
        to.writeInt((int) sequence);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(guidHigh) + hex.toHexDigits(guidLow) + "/" + sequence;
    }
}
