package scheduler;

import java.util.HashMap;

/** Values for a job. They record whether they have changed. */
public class JobData extends HashMap<String, Object> {
    private static final long serialVersionUID = 1;

    private boolean changed;

    public boolean changed() {
        return changed;
    }

    @Override
    public Object put(String key, Object value) {
        changed = true;
        return super.put(key, value);
    }
}
