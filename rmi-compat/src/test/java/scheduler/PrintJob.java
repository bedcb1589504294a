package scheduler;

/** A job of the user. */
public final class PrintJob implements Job {
    @Override
    public void execute(JobData data) {
        System.out.println("runs " + data.get("text") + ", changed: " + data.changed());
    }
}
