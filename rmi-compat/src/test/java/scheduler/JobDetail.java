package scheduler;

import java.io.Serializable;

/** The description of a job. */
public final class JobDetail implements Serializable, Cloneable {
    private static final long serialVersionUID = 1;

    private final JobKey key;
    private final Class<? extends Job> type;
    private final JobData data = new JobData();

    public JobDetail(JobKey key, Class<? extends Job> type) {
        this.key = key;
        this.type = type;
    }

    public JobKey key() {
        return key;
    }

    public Class<? extends Job> type() {
        return type;
    }

    public JobData data() {
        return data;
    }
}
