package dev.wherry.testsupport;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/** Records what a logger and its children log, until it is closed. */
public class LogRecorder extends Handler implements AutoCloseable {
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Logger log;

    /** Starts recording. */
    @SuppressWarnings("this-escape") // a subclass adds no state that publish needs
    public LogRecorder(String name) {
        log = Logger.getLogger(name);
        log.addHandler(this);
    }

    /** Returns the records as a log file has them, with the stack traces of exceptions. */
    public Stream<String> texts() {
        return records.stream().map(new SimpleFormatter()::format);
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        log.removeHandler(this);
    }
}
