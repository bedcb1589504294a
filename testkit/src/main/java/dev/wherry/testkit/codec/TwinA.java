package dev.wherry.testkit.codec;

import java.io.Serializable;

/** Of the same form as {@link TwinB}, and with a name as long. */
public class TwinA implements Serializable {
    public int number = 1;

    public TwinA() {}
}
