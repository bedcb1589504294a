package dev.wherry.testkit.fuzz;

import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.Message;
import java.util.Random;

/** Messages of codec {@code compact} that are written by hand, including ones that no encoder would write. */
final class CompactMessages implements MessageSource {
    private final CompactPrefixes prefixes;

    CompactMessages(Types types) {
        prefixes = new CompactPrefixes(types);
    }

    @Override
    public Message of(long seed) {
        return of(Seeds.random(seed));
    }

    Message of(Random random) {
        return new RandomCompact(prefixes, random).message();
    }
}
