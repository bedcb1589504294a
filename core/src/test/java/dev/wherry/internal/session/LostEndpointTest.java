package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.objects.Address;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostEndpointTest {
    /** By which an endpoint looks after itself often. */
    private static final EndpointOptions BRISK = EndpointOptions.builder()
            .limits(Limits.builder().idleTime(Duration.ofMillis(100)).build())
            .build();

    interface Clock {
        long now();
    }

    private static final class Keeping extends Handler {
        final List<LogRecord> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord each) {
            if (each.getMessage().startsWith("An endpoint was not closed")) {
                lines.add(each);
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
    }

    /** An engine, for the test to close, whose endpoint is lost. */
    private static EndpointEngine lose() {
        try (Endpoint lost = Endpoint.create()) {
            return engine(lost);
        }
    }

    private static EndpointEngine engine(Endpoint endpoint) {
        return new EndpointEngine(BRISK, endpoint, engine -> {
            throw new AssertionError("No task asks for one");
        });
    }

    @Test
    void isReportedOnceWithThePlaceWhereItWasMade() {
        Keeping log = new Keeping();
        Logger logger = Logger.getLogger("dev.wherry.session");
        logger.addHandler(log);
        EndpointEngine lost = lose();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint kept = Endpoint.create(BRISK)) {
            server.bind("clock", Clock.class, () -> 5L);
            Pair.until("the line", () -> {
                System.gc();
                return !log.lines.isEmpty();
            });
            assertThat(log.lines.getFirst().getThrown().getStackTrace())
                    .anySatisfy(each -> assertThat(each.getMethodName()).isEqualTo("lose"));
            String address = Address.with(server.address(), "clock");
            Clock clock = lost.connections().lookup(address, Clock.class);
            assertThat(clock.now()).as("its engine serves on").isEqualTo(5);
            assertThat(kept.addresses()).isEmpty();
            assertThat(log.lines).as("of the lost one alone").hasSize(1);
        } finally {
            logger.removeHandler(log);
            lost.close(Duration.ZERO);
        }
    }

    /** Of the endpoint that is made here the program keeps a stub alone. */
    private static Clock keepClock(URI server, List<EndpointEngine> made) {
        try (Endpoint lost = Endpoint.create()) {
            EndpointEngine engine = engine(lost);
            made.add(engine);
            return engine.connections().lookup(Address.with(server, "clock"), Clock.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "inprocess://clocks"})
    void isNotReportedWhileAStubOfItIsInUse(String at) {
        Keeping log = new Keeping();
        Logger logger = Logger.getLogger("dev.wherry.session");
        logger.addHandler(log);
        List<EndpointEngine> made = new ArrayList<>();
        try (Endpoint server = Endpoint.listen(at)) {
            server.bind("clock", Clock.class, () -> 5L);
            Clock clock = keepClock(server.address(), made);
            made.add(lose()); // which is noticed later
            Pair.until("the line of the other", () -> {
                System.gc();
                return !log.lines.isEmpty();
            });
            assertThat(log.lines).extracting(LostEndpointTest::whereMade).containsExactly("lose");
            assertThat(clock.now()).isEqualTo(5);
            clock = null;
            Pair.until("its line", () -> {
                System.gc();
                return log.lines.size() > 1;
            });
            assertThat(log.lines).extracting(LostEndpointTest::whereMade).containsExactly("lose", "keepClock");
        } finally {
            logger.removeHandler(log);
            made.forEach(each -> each.close(Duration.ZERO));
        }
    }

    private static String whereMade(LogRecord line) {
        return Stream.of(line.getThrown().getStackTrace())
                .map(StackTraceElement::getMethodName)
                .filter(List.of("lose", "keepClock")::contains)
                .findFirst()
                .orElse("elsewhere");
    }

    @Test
    void isNotReportedWhileItServes() {
        EndpointEngine lost = lose();
        try {
            URI address = lost.listeners().open("tcp://127.0.0.1:0");
            assertThat(lost.serves()).isTrue();
            assertThat(lost.listeners().addresses()).containsExactly(address);
        } finally {
            lost.close(Duration.ZERO);
        }
        assertThat(lost.serves()).isFalse();
    }
}
