package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.internal.endpoint.Ending;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ClosingTest {
    private static final class Keeping extends Handler {
        final List<String> lines = new CopyOnWriteArrayList<>();
        private final SimpleFormatter format = new SimpleFormatter();

        @Override
        public void publish(LogRecord each) {
            lines.add(format.formatMessage(each));
        }

        @Override
        public void flush() {
            // Keeps nothing back.
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    @Test
    void saysPlainlyWhatItWaitsFor() {
        Duration most = Duration.ofSeconds(5);
        assertThat(Ending.waiting(most, List.of(), 0))
                .isEqualTo("Closing waits up to 5 s for the peers to say that they have finished");
        assertThat(Ending.waiting(most, List.of("pay of 'bank'"), 2))
                .isEqualTo("Closing waits up to 5 s for the calls that run here (pay of 'bank')"
                        + " and the answers to 2 calls made from here");
    }

    @Test
    @Tag("long")
    void saysWhichCallsItWaitsFor() {
        Keeping log = new Keeping();
        Logger logger = Logger.getLogger("dev.wherry.session");
        logger.addHandler(log);
        try (Pair pair = new Pair("tcp")) {
            var _ = Calls.asyncRun(pair.stub, Rough::ignoreInterrupts);
            pair.served.entered.acquireUninterruptibly();
            Thread closing = Thread.ofPlatform().start(() -> pair.server.close(Duration.ofSeconds(60)));
            Pair.until(
                    "it says so",
                    () -> log.lines.stream().anyMatch(each -> each.contains("ignoreInterrupts of 'rough'")));
            pair.served.released.countDown();
            Pair.until("it is closed", () -> !closing.isAlive());
        } finally {
            logger.removeHandler(log);
        }
        assertThat(log.lines.stream().filter(each -> each.startsWith("Closing waits")))
                .hasSize(1);
    }
}
