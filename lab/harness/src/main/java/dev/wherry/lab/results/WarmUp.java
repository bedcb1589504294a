package dev.wherry.lab.results;

/**
 * How a cell was warmed up before its first round.
 *
 * @param stable whether the rate stood still before the cap was reached; always false where only calls were counted
 * @param windows windows of calls made, none of them recorded
 * @param seconds their time together
 */
public record WarmUp(boolean stable, int windows, double seconds) {}
