package dev.wherry.testkit.hostile;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The extension of a Hello frame that offers shared memory, byte by byte. */
final class RawMemory {
    private RawMemory() {}

    /** Writes this extension alone. */
    static Consumer<Out> extension(MemoryOffer offer) {
        return to -> {
            to.writeSize(1);
            write(offer, to);
        };
    }

    static void write(MemoryOffer offer, Out to) {
        to.writeText("memory");
        to.writeSize(52);
        to.writeLong(offer.process());
        to.writeInt(offer.descriptor());
        to.writeLong(offer.size());
        to.writeLong(offer.mark().high());
        to.writeLong(offer.mark().low());
        to.writeLong(offer.answer().high());
        to.writeLong(offer.answer().low());
    }

    /** Returns the offer of a Hello frame, or null. */
    static @Nullable MemoryOffer offerIn(RawPeer.Frame hello) {
        In in = hello.in();
        for (int i = 0; i < 4; i++) {
            in.readLong();
        }
        for (int codecs = in.readSize(); codecs > 0; codecs--) {
            in.readText();
        }
        in.readSize();
        in.readSize();
        in.readSize();
        in.readText();
        if (in.readSize() == 0) {
            return null;
        }
        in.readText();
        in.readSize();
        return new MemoryOffer(in.readLong(), in.readInt(), in.readLong(), nonce(in), nonce(in));
    }

    private static Nonce nonce(In in) {
        return new Nonce(in.readLong(), in.readLong());
    }
}
