package dev.wherry.tasks;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/** The records of a log and of those below it, until this is closed. Public, since what extends it may travel with a test. */
public class Logged extends Handler implements AutoCloseable {
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Logger log;

    public Logged(String name) {
        log = Logger.getLogger(name);
        log.addHandler(this);
    }

    /** As a file would have them, with what was thrown. */
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
