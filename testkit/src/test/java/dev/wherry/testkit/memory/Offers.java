package dev.wherry.testkit.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;

/** Converts an offer to an argument of a command line, and back. */
final class Offers {
    private Offers() {}

    static String text(MemoryOffer offer) {
        return "%d,%d,%d,%d,%d,%d,%d"
                .formatted(
                        offer.process(),
                        offer.descriptor(),
                        offer.size(),
                        offer.mark().high(),
                        offer.mark().low(),
                        offer.answer().high(),
                        offer.answer().low());
    }

    static MemoryOffer of(String text) {
        String[] all = text.split(",");
        return new MemoryOffer(
                Long.parseLong(all[0]),
                Integer.parseInt(all[1]),
                Long.parseLong(all[2]),
                new Nonce(Long.parseLong(all[3]), Long.parseLong(all[4])),
                new Nonce(Long.parseLong(all[5]), Long.parseLong(all[6])));
    }
}
