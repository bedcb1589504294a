package dev.wherry.testkit.sample;

/** An unchecked exception that nobody registers. */
public class Unregistered extends RuntimeException {
    public Unregistered(String message) {
        super(message);
    }
}
