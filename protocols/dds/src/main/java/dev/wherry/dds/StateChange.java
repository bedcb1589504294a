package dev.wherry.dds;

/**
 * A change of a shared state.
 *
 * @param value the new value, or the last one of a key that was removed
 * @param isRemoval whether the key was removed
 */
public record StateChange<V>(V value, boolean isRemoval) {}
