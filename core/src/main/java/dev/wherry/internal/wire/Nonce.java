package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/** 128 bits that nobody guesses. */
public record Nonce(long high, long low) {
    public static final Nonce NONE = new Nonce(0, 0);
    public static final int BYTES = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    public static Nonce random() {
        return new Nonce(RANDOM.nextLong(), RANDOM.nextLong());
    }

    public void write(Out out) {
        out.writeLong(high);
        out.writeLong(low);
    }

    public static Nonce read(In in) {
        return new Nonce(in.readLong(), in.readLong());
    }

    public static ByteBuffer room() {
        return ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
    }

    /** As it stands in the memory. */
    public ByteBuffer bytes() {
        return room().putLong(high).putLong(low).flip();
    }

    /** Nothing of it: who knows it is taken for the peer, so that it belongs in no log. */
    @Override
    public String toString() {
        return "Nonce";
    }
}
