package load;

import java.io.Serializable;

public final class Sample implements Serializable {
    private static final long serialVersionUID = 1;

    private final String label;

    public Sample(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
