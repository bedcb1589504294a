package scheduler;

public class SchedulerException extends Exception {
    private static final long serialVersionUID = 1;

    public SchedulerException(String message) {
        super(message);
    }
}
