package dev.wherry.internal.wire;

import java.security.SecureRandom;

/** Makes ids that nobody can guess. A class of its own, since the making of the first takes a new JVM many milliseconds. */
public final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    public static Id128 next() {
        return new Id128(RANDOM.nextLong(), RANDOM.nextLong());
    }
}
