package scheduler;

public interface Job {
    void execute(JobData data);
}
