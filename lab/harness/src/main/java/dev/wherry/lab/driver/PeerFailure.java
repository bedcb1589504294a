package dev.wherry.lab.driver;

/** A process of a peer violated the protocol. The message, with the end of its error output, is for the report. */
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

    public boolean usable() {
        return usable;
    }
}
