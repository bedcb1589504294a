package scheduler;

import java.io.Serializable;
import java.util.Date;

/** When it is to be done. */
public abstract class Trigger implements Serializable {
    private static final long serialVersionUID = 1;

    /** The next time after a date; null: never again. */
    public abstract Date next(Date after);
}
