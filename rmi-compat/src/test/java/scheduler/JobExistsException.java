package scheduler;

/** A subclass of the declared exception. */
public final class JobExistsException extends SchedulerException {
    private static final long serialVersionUID = 1;

    public JobExistsException(String message) {
        super(message);
    }
}
