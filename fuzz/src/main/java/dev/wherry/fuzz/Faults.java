package dev.wherry.fuzz;

import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Failures in other threads: exceptions that nothing catches, and log lines of level error. */
final class Faults extends Handler {
    private final AtomicReference<Throwable> first = new AtomicReference<>();

    Faults() {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, e) -> first.compareAndSet(null, new IllegalStateException("uncaught in " + thread, e)));
        Logger root = Logger.getLogger("");
        for (Handler each : root.getHandlers()) {
            root.removeHandler(each); // a search logs millions of refusals
        }
        root.addHandler(this);
    }

    /** Throws the first fault. */
    void check() {
        Throwable fault = first.get();
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
    }

    @Override
    public void publish(LogRecord logged) {
        if (logged.getLevel().intValue() >= Level.SEVERE.intValue()) {
            first.compareAndSet(null, new IllegalStateException("logged: " + logged.getMessage(), logged.getThrown()));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
