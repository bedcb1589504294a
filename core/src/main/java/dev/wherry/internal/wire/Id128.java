package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.HexFormat;

/** Sixteen random bytes that name an endpoint, a session or an exported object. Knowing one is the right to use it. */
public record Id128(long high, long low) {
    public static final Id128 NONE = new Id128(0, 0);

    public void write(Out out) {
        out.writeLong(high);
        out.writeLong(low);
    }

    public static Id128 read(In in) {
        return new Id128(in.readLong(), in.readLong());
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
