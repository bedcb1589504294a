package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Sixteen bytes that identify an endpoint, a session or an exported object. These are random, and a side that knows an id may use it.
 * The id of a text is a digest of it.
 */
public record Id128(long high, long low) {
    public static final Id128 NONE = new Id128(0, 0);

    /** Loaded by the first {@link #random}, because its initialization takes a new JVM many milliseconds. */
    private static final class Randomness {
        static final SecureRandom RANDOM = new SecureRandom();
    }

    /** Returns an id that nobody can guess. */
    public static Id128 random() {
        return new Id128(Randomness.RANDOM.nextLong(), Randomness.RANDOM.nextLong());
    }

    /** Returns the first half of the SHA-256 of a text. Nobody can find two texts that have the same. */
    public static Id128 digest(String text) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return read(new In(all));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public void write(Out out) {
        out.writeLong(high);
        out.writeLong(low);
    }

    /** Returns whether it is the same, in a time that does not depend on where the two differ. */
    public boolean isSecretly(Id128 other) {
        return ((high ^ other.high) | (low ^ other.low)) == 0;
    }

    public static Id128 read(In in) {
        return new Id128(in.readLong(), in.readLong());
    }

    // Written by hand: the first use of a record's generated methods takes a new JVM some milliseconds.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Id128 that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high) * 31 + Long.hashCode(low);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
