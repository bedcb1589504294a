package dev.wherry.testkit.sample;

/** An unchecked exception that {@link Teller} registers. */
public class Registered extends RuntimeException {
    public Registered(String message, Throwable cause) {
        super(message, cause);
    }
}
