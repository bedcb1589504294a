package scheduler;

/** A subclass of what the methods declare. */
public final class JobExistsException extends SchedulerException {
    private static final long serialVersionUID = 1;

    public JobExistsException(String message) {
        super(message);
    }
}
