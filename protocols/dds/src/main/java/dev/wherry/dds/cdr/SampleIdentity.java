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
