package dev.wherry.transport.memory;

/** The maker's end of new memory. Bytes can be written at once; close the link if the offer is declined. */
public record Offered(Offer offer, MemoryLink link) {}
