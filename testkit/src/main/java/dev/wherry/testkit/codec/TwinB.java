package dev.wherry.testkit.codec;

import java.io.Serializable;

/** Of the same form as {@link TwinA}, and with a name as long. */
public class TwinB implements Serializable {
    public int number = 2;

    public TwinB() {}
}
