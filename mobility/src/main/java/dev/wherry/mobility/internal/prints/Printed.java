package dev.wherry.mobility.internal.prints;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.OneWay;

/** Receives the output of a task, at its sender. The calls are ordered. */
@ByReference
@Blocking
public interface Printed {
    /** @param text the output, mostly whole lines with their ends */
    @OneWay
    void out(String text);

    @OneWay
    void err(String text);

    /** Returns when all earlier output was received. */
    void end();
}
