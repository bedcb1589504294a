package dev.wherry.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/** The events of a run: a hash of all of them, by which two runs are compared, and on request their text. */
public final class Trace {
    private static final boolean STEPS = Boolean.getBoolean("simulation.steps");

    private final boolean printed;
    private final List<String> lines = new ArrayList<>();
    private long hash;
    private long steps;
    private long now;

    /** @param printed whether to keep the text */
    Trace(boolean printed) {
        this.printed = printed;
    }

    void step(SimulatedThread thread, long time) {
        steps++;
        now = time;
        add(thread.number() * 31 + time);
        if (printed && STEPS) {
            lines.add(time + " " + thread);
        }
    }

    private void add(long value) {
        hash = hash * 0x5851F42D4C957F2DL + value;
    }

    /** Adds what happened in the simulated world. */
    public void event(String what) {
        add(what.hashCode());
        if (printed) {
            lines.add(String.format("%12.6f %s", (now - 1_000_000_000_000L) / 1e9, what));
        }
    }

    long hash() {
        return hash;
    }

    long steps() {
        return steps;
    }

    String text() {
        return String.join("\n", lines);
    }
}
