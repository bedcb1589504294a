package dev.wherry.mobility.internal.code;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of a class file, which identifies it by content. */
public record CodeHash(long a, long b, long c, long d) implements Serializable {
    private static final int SHOWN = 12;

    public static CodeHash of(byte[] content) {
        try {
            ByteBuffer digest =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(content));
            return new CodeHash(digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    /** Returns the first digits, which are enough for messages. */
    public String shown() {
        return toString().substring(0, SHOWN);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
