package dev.wherry.tasks;

import dev.wherry.ByReference;
import dev.wherry.mobility.Task;

/** A task of two classes. */
public record Probe(Word word) implements Task<Object> {
    public record Word(String text) {}

    @ByReference
    public interface Waits {
        void here();
    }

    /** Calls what it has brought along. */
    public record Runs(Waits waits) implements Task<Object> {
        @Override
        public Object call() {
            waits.here();
            return "ran";
        }
    }

    public static Probe of(String text) {
        return new Probe(new Word(text));
    }

    @Override
    public Object call() {
        try {
            return word.text().startsWith("find ")
                    ? Class.forName(word.text().substring(5)).getName()
                    : "done " + word.text();
        } catch (ClassNotFoundException e) {
            return "not found";
        }
    }
}
