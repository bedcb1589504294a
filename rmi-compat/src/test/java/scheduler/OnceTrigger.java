package scheduler;

import java.util.Date;
import java.util.TimeZone;

/** A kind of trigger that the interface does not name. */
public final class OnceTrigger extends Trigger {
    private static final long serialVersionUID = 1;

    private final Date at;
    private final TimeZone zone = TimeZone.getTimeZone("Europe/Paris");

    public OnceTrigger(Date at) {
        this.at = at;
    }

    @Override
    public Date next(Date after) {
        return at.after(after) ? at : null;
    }

    @Override
    public String toString() {
        return "once, " + zone.getID();
    }
}
