package dev.wherry.testkit.memory;

import dev.wherry.transport.memory.Nonce;
import dev.wherry.transport.memory.Offer;

/** An offer as a word of a command line. */
final class Offers {
    private Offers() {}

    static String text(Offer offer) {
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

    static Offer of(String text) {
        String[] all = text.split(",");
        return new Offer(
                Long.parseLong(all[0]),
                Integer.parseInt(all[1]),
                Long.parseLong(all[2]),
                new Nonce(Long.parseLong(all[3]), Long.parseLong(all[4])),
                new Nonce(Long.parseLong(all[5]), Long.parseLong(all[6])));
    }
}
