package dev.wherry.testkit.fuzz;

import dev.wherry.testkit.codec.Message;

/** Makes random messages that may cost much; the same for the same seed. For one thread. */
interface MessageSource {
    Message of(long seed);
}
