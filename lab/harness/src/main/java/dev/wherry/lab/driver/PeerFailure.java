package dev.wherry.lab.driver;

/** A process of a peer violated the protocol. The message, with the end of its error output, is for the report. */
public final class PeerFailure extends Exception {
    private final boolean usable;

    private PeerFailure(String message, boolean usable) {
        super(message);
        this.usable = usable;
    }

    /** Returns the failure of a process that died, printed nothing or printed garbage. It cannot be used again. */
    static PeerFailure fatal(String message) {
        return new PeerFailure(message, false);
    }

    /** Returns the failure that a process reported. It can be asked for other things. */
    static PeerFailure said(String message) {
        return new PeerFailure(message, true);
    }

    public boolean usable() {
        return usable;
    }
}
