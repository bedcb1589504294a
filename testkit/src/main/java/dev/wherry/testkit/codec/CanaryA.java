package dev.wherry.testkit.codec;

import java.io.Serializable;

/** A class that records its initialization. Tests do not allow it. */
public class CanaryA implements Serializable {
    static {
        Canaries.INITIALIZED.add("A");
    }

    public CanaryA() {}
}
