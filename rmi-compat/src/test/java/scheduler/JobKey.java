package scheduler;

import java.io.Serializable;
import java.util.Objects;

public final class JobKey implements Serializable, Comparable<JobKey> {
    private static final long serialVersionUID = 1;

    private final String group;
    private final String name;

    public JobKey(String group, String name) {
        this.group = group;
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobKey key && key.group.equals(group) && key.name.equals(name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(group, name);
    }

    @Override
    public int compareTo(JobKey other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return group + "." + name;
    }
}
