package dev.wherry.statistics;

/**
 * A name and the interface bound under it.
 *
 * @param type the interface's class name
 */
public record BoundObject(String name, String type) {}
