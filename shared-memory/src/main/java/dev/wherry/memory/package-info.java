/**
 * Links between two processes of one user on one host over memory that both have mapped. There is a ring of bytes in each
 * direction, and at each end a futex (the bell), which the other end rings when there is data or space. One end creates the memory and an
 * {@linkplain dev.wherry.internal.wire.MemoryOffer offer}, which is sent over another link. The other end opens the memory.
 * Neither end trusts what the other has written into it.
 */
package dev.wherry.memory;
