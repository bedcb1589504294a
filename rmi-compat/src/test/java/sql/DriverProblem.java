package sql;

/** An exception of the driver, a class that only the server has. */
final class DriverProblem extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Thread where = Thread.currentThread();

    @Override
    public String getMessage() {
        return "index " + (where == null);
    }
}
