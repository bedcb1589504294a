package dev.wherry.lab.plan;

/** A request that the lab refuses. The message names the request, the alternatives and the remedy. */
public final class LabException extends RuntimeException {
    public LabException(String message) {
        super(message);
    }
}
