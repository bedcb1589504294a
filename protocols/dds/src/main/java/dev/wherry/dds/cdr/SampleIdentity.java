package dev.wherry.dds.cdr;

import java.util.HexFormat;

/**
 * Identifies a request: its writer, and the number that the writer gave it. A reply repeats it.
 *
 * @param guidHigh the first 8 bytes of the writer's GUID, in big endian
 * @param guidLow the others. The ROS 2 header has none of these
 * @param sequence the number of the request
 */
public record SampleIdentity(long guidHigh, long guidLow, long sequence) {
    static SampleIdentity read(CdrReader from) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < 8; i++) {
            high = (high << 8) | (from.readByte() & 0xff);
        }
        for (int i = 0; i < 8; i++) {
            low = (low << 8) | (from.readByte() & 0xff);
        }
        return new SampleIdentity(high, low, ((long) from.readInt() << 32) | Integer.toUnsignedLong(from.readInt()));
    }

    void write(CdrWriter to) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            to.writeByte((byte) (guidHigh >>> shift));
        }
        for (int shift = 56; shift >= 0; shift -= 8) {
            to.writeByte((byte) (guidLow >>> shift));
        }
        to.writeInt((int) (sequence >> 32));
        to.writeInt((int) sequence);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(guidHigh) + hex.toHexDigits(guidLow) + "/" + sequence;
    }
}
