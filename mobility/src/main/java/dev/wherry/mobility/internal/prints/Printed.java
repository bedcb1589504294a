package dev.wherry.mobility.internal.prints;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.OneWay;

/** Where what a task prints comes home to; called in order. */
@ByReference
@Blocking
public interface Printed {
    /** @param text as it was printed, mostly whole lines with their ends */
    @OneWay
    void out(String text);

    @OneWay
    void err(String text);

    /** Returns when all that was printed before has come. */
    void end();
}
