package dev.wherry.testkit.fuzz;

import dev.wherry.testkit.codec.Message;

/** Makes random messages that may be expensive. The same seed gives the same message. For one thread. */
interface MessageSource {
    Message of(long seed);
}
