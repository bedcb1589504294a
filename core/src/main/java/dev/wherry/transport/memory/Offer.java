package dev.wherry.transport.memory;

/**
 * Where memory is to be opened, as its maker tells the other end over a link that they have already.
 *
 * @param process the maker's
 * @param descriptor the maker's, of the memory
 * @param size in bytes, of the whole memory
 * @param mark stands in the memory: the opener has found what is meant and not another file of the same kind
 * @param answer does not: only who heard of this offer can write it there, which proves the opener to the maker
 */
public record Offer(long process, int descriptor, long size, Nonce mark, Nonce answer) {}
