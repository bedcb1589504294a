package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class AcceptorTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** As the JDK's formatter, without descriptors. */
    private static final class FailingHandler extends Handler {
        @Override
        public void publish(LogRecord each) {
            throw new NoClassDefFoundError("made to fail");
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
    void goesOnWhateverItsUserAndTheLogThrow() throws Exception {
        int failures = 5;
        AtomicInteger come = new AtomicInteger();
        CountDownLatch accepted = new CountDownLatch(1);
        TcpTransport transport = new TcpTransport();
        List<Link> links = new ArrayList<>();
        Logger log = Logger.getLogger("dev.wherry.transport");
        Handler failing = new FailingHandler();
        log.addHandler(failing);
        Listener listener = transport.listen(URI.create("tcp://127.0.0.1:0"), link -> {
            if (come.getAndIncrement() < failures) {
                throw new OutOfMemoryError("made to fail");
            }
            accepted.countDown();
        });
        try {
            for (int i = 0; i <= failures; i++) {
                links.add(transport.connect(listener.address(), LIMIT));
            }
            assertThat(accepted.await(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            links.forEach(Link::close);
            listener.close();
            log.removeHandler(failing);
        }
    }
}
