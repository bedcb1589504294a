package dev.wherry.testkit.rmi;

import java.util.ArrayList;
import java.util.List;

/** Values to send, each with a unique name and the expected outcome. */
final class Samples {
    private final List<Sample> samples = new ArrayList<>();

    /** The outcome of a value by Wherry, compared with Java RMI. */
    enum Outcome {
        /** It arrives as by RMI: an object of the same class with the same state. */
        SAME,
        /** Both RMI and Wherry refuse it. */
        BOTH_REFUSE,
        /** RMI refuses it; Wherry carries it. */
        ONLY_WHERRY,
        /** Both carry it, but the received objects differ. */
        DIFFERENT,
        /** RMI carries it; Wherry refuses it. */
        ONLY_RMI
    }

    /** A value with the expected outcome of each codec, and the reason if it differs from RMI. */
    static final class Sample {
        final String name;
        final Object value;
        Outcome compact = Outcome.SAME;
        Outcome java = Outcome.SAME;

        private Sample(String name, Object value) {
            this.name = name;
            this.value = value;
        }

        Outcome by(String codec) {
            return codec.equals("compact") ? compact : java;
        }

        Sample both(Outcome outcome) {
            compact = outcome;
            java = outcome;
            return this;
        }

        /**
         * Sets the outcome of codec compact.
         *
         * @param reason why it differs from RMI; for readers of the list
         */
        @SuppressWarnings("UnusedVariable")
        Sample compact(Outcome outcome, String reason) {
            compact = outcome;
            return this;
        }

        /** Sets the outcome of codec java, as {@link #compact(Outcome, String)}. */
        @SuppressWarnings("UnusedVariable")
        Sample java(Outcome outcome, String reason) {
            java = outcome;
            return this;
        }

        Sample both(Outcome outcome, String reason) {
            return compact(outcome, reason).java(outcome, reason);
        }
    }

    /** Adds a value with the name of its class. */
    Sample add(Object value) {
        return add(value.getClass().getName(), value);
    }

    Sample add(String name, Object value) {
        if (samples.stream().anyMatch(each -> each.name.equals(name))) {
            throw new IllegalArgumentException("Two samples have the name " + name);
        }
        Sample sample = new Sample(name, value);
        samples.add(sample);
        return sample;
    }

    List<Sample> all() {
        return samples;
    }
}
