package invoker;

public final class LedgerClosedException extends Exception {
    private static final long serialVersionUID = 1;

    public LedgerClosedException(String message) {
        super(message);
    }
}
