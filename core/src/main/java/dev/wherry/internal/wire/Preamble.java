package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;

/**
 * The first eight bytes of each direction: {@code A7 'W' 'R' 'Y'}, version, three zeros. The first byte is neither that of a TLS
 * record nor a letter, so that one port can serve native, TLS and HTTP connections.
 */
public final class Preamble {
    public static final int LENGTH = 8;
    public static final int VERSION = 1;
    /** The first byte of a link of this protocol, unsigned. */
    public static final int FIRST = 0xA7;

    private static final int MAGIC = FIRST | 'W' << 8 | 'R' << 16 | 'Y' << 24;

    private Preamble() {}

    public static void write(Out out) {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
    }

    /** Returns the refusal of another protocol. */
    public static ProtocolException unknown() {
        return ProtocolException.breach("This is not Wherry's protocol: it starts with A7 'W' 'R' 'Y'");
    }

    /** Refuses another protocol by its first bytes, because its peer may wait for an answer before it sends more. */
    static void checkStart(byte[] bytes, int start, int length) {
        for (int i = 0; i < Math.min(length, Integer.BYTES); i++) {
            if (bytes[start + i] != (byte) (MAGIC >>> (Byte.SIZE * i))) {
                throw unknown();
            }
        }
    }

    /** Accepts exactly version 1. */
    public static void read(In in) {
        checkStart(in.array(), in.position(), in.remaining());
        in.skip(Integer.BYTES);
        int version = in.readByte();
        int rest = in.readByte() | in.readShort();
        if (version != VERSION || rest != 0) {
            throw new ProtocolException(
                    GoAway.Reason.VERSION, "Version " + version + " was asked for; spoken here: " + VERSION);
        }
    }
}
