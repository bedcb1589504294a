package management;

public final class ValveStuckException extends Exception {
    private static final long serialVersionUID = 1;

    public ValveStuckException(String message) {
        super(message);
    }
}
