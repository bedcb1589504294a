package dev.wherry.testkit.codec;

import java.io.Serializable;

/** Tells when it is initialised. */
public class CanaryB implements Serializable {
    static {
        Canaries.SINGING.add("B");
    }

    public CanaryB() {}
}
