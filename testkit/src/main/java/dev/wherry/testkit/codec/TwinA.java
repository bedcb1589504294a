package dev.wherry.testkit.codec;

import java.io.Serializable;

/** A class with the same form as {@link TwinB}, and a name of the same length. */
public class TwinA implements Serializable {
    public int number = 1;

    public TwinA() {}
}
