package dev.wherry.internal.session;

import dev.wherry.ContextKey;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.statistics.CallTimes;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.statistics.CallTrace;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The times of the parts of one call, at one of its ends, if its caller asks for them by an entry in the call's context. */
public final class Stages {
    /** A part of a call at one of its ends. */
    enum Stage {
        ENCODE,
        /** At the caller, until the answer has arrived. */
        AWAY,
        WAITING,
        DECODE,
        DISPATCH,
        EXECUTE
    }

    /** The number under which the caller will ask for the server's part. */
    static final ContextKey<Long> KEY = ContextKey.number("wherry.trace");

    private final long number;
    private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);
    private long last = System.nanoTime();
    private String mode = "";
    private long out;
    private long in;

    private Stages(long number) {
        this.number = number;
    }

    /** Begins now. Returns null if nobody asks for the times. */
    static @Nullable Stages of(Map<ContextKey<?>, Object> context) {
        return !context.isEmpty() && context.get(KEY) instanceof Long number ? new Stages(number) : null;
    }

    long number() {
        return number;
    }

    /** Counts the time since the last mark for this stage. */
    void mark(Stage stage) {
        long now = System.nanoTime();
        nanos.merge(stage, now - last, Long::sum);
        last = now;
    }

    Stages on(Mode mode) {
        this.mode = mode.name().toLowerCase(Locale.ROOT);
        return this;
    }

    Stages over(long out, long in) {
        this.out = out;
        this.in = in;
        return this;
    }

    private long nanos(Stage stage) {
        return nanos.getOrDefault(stage, 0L);
    }

    public Inspection.Served served() {
        return new Inspection.Served(
                mode,
                nanos(Stage.WAITING),
                nanos(Stage.DECODE),
                nanos(Stage.DISPATCH),
                nanos(Stage.EXECUTE),
                nanos(Stage.ENCODE));
    }

    /** Returns the trace at the caller, with the times at the server. */
    CallTrace trace(Inspection.Served served) {
        long there = served.waiting() + served.decode() + served.dispatch() + served.execute() + served.encode();
        return new CallTimes(
                served.mode(),
                Duration.ofNanos(nanos(Stage.ENCODE)),
                Duration.ofNanos(Math.max(0, nanos(Stage.AWAY) - there)),
                Duration.ofNanos(served.waiting()),
                Duration.ofNanos(served.decode()),
                Duration.ofNanos(served.dispatch()),
                Duration.ofNanos(served.execute()),
                Duration.ofNanos(served.encode()),
                Duration.ofNanos(nanos(Stage.DECODE)),
                out,
                in);
    }
}
