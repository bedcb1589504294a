package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;

/** The creating end of new memory. Bytes can be written at once. Close the link if the peer declines the offer. */
public record Offered(MemoryOffer offer, MemoryLink link) {}
