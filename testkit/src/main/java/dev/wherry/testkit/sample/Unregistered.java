package dev.wherry.testkit.sample;

/** An unchecked exception that is not registered. */
public class Unregistered extends RuntimeException {
    public Unregistered(String message) {
        super(message);
    }
}
