package dev.wherry.lab.plan;

/** Reports that a request cannot be met. The message says what was requested, what exists and what to do. */
public final class LabException extends RuntimeException {
    /** With a message for the person at the terminal. */
    public LabException(String message) {
        super(message);
    }
}
