package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;

/** The maker's end of new memory. Bytes can be written at once; close the link if the offer is declined. */
public record Offered(MemoryOffer offer, MemoryLink link) {}
