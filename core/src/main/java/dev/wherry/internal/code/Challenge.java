package dev.wherry.internal.code;

import java.io.Serializable;
import java.util.UUID;

/**
 * What a signature has to be for, so that it serves nowhere else.
 *
 * @param host who asks
 * @param session drawn at random for each
 */
public record Challenge(UUID host, UUID session) implements Serializable {}
