package dev.wherry.testsupport;

import java.util.concurrent.ThreadLocalRandom;

/** The domains of DDS that tests join, and the names that they use there, while other JVMs run tests on the same machine. */
public final class Domains {
    private static final int LOWEST = 10;
    private static final int END = 200;

    /** The number of domains of a test class that counts participants. */
    private static final int OF_CLASS = 15;

    private Domains() {}

    /** Returns a domain that tests in other processes hardly use at the same time. */
    public static int any() {
        return ThreadLocalRandom.current().nextInt(LOWEST, END);
    }

    /**
     * Returns a domain in which no other test class has participants, for one that counts all there are.
     *
     * @param number of the class: 0 or 1, a different one for each class
     */
    public static int ofClass(int number) {
        int first = END + number * OF_CLASS;
        return ThreadLocalRandom.current().nextInt(first, first + OF_CLASS);
    }

    /** Returns a name that no other test uses. */
    public static String name(String beginning) {
        return beginning + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
    }
}
