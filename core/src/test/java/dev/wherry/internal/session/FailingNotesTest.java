package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class FailingNotesTest {
    private static final int NOTES = 5_000;

    @Test
    void doNotFillTheLog() {
        List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord each) {
                if (each.getMessage().contains("one-way")) {
                    records.add(each);
                }
            }

            @Override
            public void flush() {
                // Keeps nothing back.
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
        Logger log = Logger.getLogger("dev.wherry.session");
        boolean parents = log.getUseParentHandlers();
        log.setUseParentHandlers(false);
        log.addHandler(handler);
        try (Pair pair = new Pair("tcp")) {
            for (int i = 0; i < NOTES; i++) {
                pair.stub.note(-1);
            }
            Pair.until("all have run", () -> pair.served.notes.get() == NOTES);
        } finally {
            log.removeHandler(handler);
            log.setUseParentHandlers(parents);
        }
        assertThat(List.copyOf(records)).isNotEmpty().hasSizeLessThan(NOTES / 2);
    }
}
