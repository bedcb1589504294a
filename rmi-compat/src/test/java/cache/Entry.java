package cache;

import java.io.Serializable;

/** A value whose class no interface names. */
public final class Entry implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final int number;

    public Entry(String name, int number) {
        this.name = name;
        this.number = number;
    }

    @Override
    public String toString() {
        return name + "/" + number;
    }
}
