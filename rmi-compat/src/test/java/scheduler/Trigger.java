package scheduler;

import java.io.Serializable;
import java.util.Date;

/** The times of a job. */
public abstract class Trigger implements Serializable {
    private static final long serialVersionUID = 1;

    /** Returns the next time after a date, or null. */
    public abstract Date next(Date after);
}
