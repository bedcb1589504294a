package dev.wherry.lab.driver;

/** A peer's process did not do what the protocol asks of it; the message is for the report, with its last words. */
public final class PeerFailure extends Exception {
    private final boolean usable;

    private PeerFailure(String message, boolean usable) {
        super(message);
        this.usable = usable;
    }

    /** The process died, fell silent or spoke nonsense: it cannot be used again. */
    static PeerFailure fatal(String message) {
        return new PeerFailure(message, false);
    }

    /** The process said in due form that it could not do it, and can be asked other things. */
    static PeerFailure said(String message) {
        return new PeerFailure(message, true);
    }

    /** Whether the processes are still sound. */
    public boolean usable() {
        return usable;
    }
}
