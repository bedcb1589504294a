package dev.wherry.testkit.codec;

import java.io.Serializable;

/** Tells when it is initialised. */
public class CanaryA implements Serializable {
    static {
        Canaries.SINGING.add("A");
    }

    public CanaryA() {}
}
