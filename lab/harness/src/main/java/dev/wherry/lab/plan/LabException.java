package dev.wherry.lab.plan;

/** What was asked of the lab cannot be done; the message says what was asked, what exists and what to do. */
public final class LabException extends RuntimeException {
    /** With a message for the person at the terminal. */
    public LabException(String message) {
        super(message);
    }
}
