package dev.wherry.testkit.sample;

import java.io.Serializable;

/** Gives a value whose code does what it should not. */
public interface Meddler {
    Meddling get();

    /** Takes a moment, which an interrupt would end. */
    int rest(int number);

    /** Sets the flag of whatever thread makes or reads one, while it is told to. */
    record Meddling(int number) implements Serializable {
        /** For all of them. */
        public static volatile boolean active;

        public Meddling {
            meddle();
        }

        @Override
        public int number() {
            meddle();
            return number;
        }

        private static void meddle() {
            if (active) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
