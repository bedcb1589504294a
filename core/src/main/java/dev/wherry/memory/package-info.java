/**
 * Links between two processes of one user on one host over memory that both have mapped: a ring of bytes each way, and
 * per end a bell, a futex, that the other end rings when there is data or room. Nothing here reaches the peer by itself:
 * one end makes the memory and an {@linkplain dev.wherry.internal.wire.MemoryOffer offer}, which is told over some other
 * link, and the other end opens it. What the peer writes into the memory is read as the bytes of an enemy.
 */
package dev.wherry.memory;
