package tuples;

import java.io.Serializable;
import java.util.Arrays;

/** A sequence of values. In a pattern a class matches any value of that class. */
public final class Tuple implements Serializable {
    private static final long serialVersionUID = 1;

    private final Serializable[] values;

    public Tuple(Serializable... values) {
        this.values = values;
    }

    public boolean matches(Tuple other) {
        boolean all = values.length == other.values.length;
        for (int i = 0; all && i < values.length; i++) {
            all = values[i] instanceof Class<?> type
                    ? type.isInstance(other.values[i])
                    : values[i].equals(other.values[i]);
        }
        return all;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
