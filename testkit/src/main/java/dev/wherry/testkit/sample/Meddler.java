package dev.wherry.testkit.sample;

import java.io.Serializable;

/** A service with a value whose code sets the interrupt flag. */
public interface Meddler {
    Meddling get();

    /** Sleeps briefly; an interrupt would end the sleep. */
    int rest(int number);

    /**
     * A value that sets the interrupt flag of each thread that encodes or decodes it, while {@link #active} is true.
     */
    record Meddling(int number) implements Serializable {
        /** Applies to all values. */
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
