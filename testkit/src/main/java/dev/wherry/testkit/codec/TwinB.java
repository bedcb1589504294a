package dev.wherry.testkit.codec;

import java.io.Serializable;

/** A class with the same form as {@link TwinA}, and a name of the same length. */
public class TwinB implements Serializable {
    public int number = 2;

    public TwinB() {}
}
