package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.testsupport.LogRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several threads that find a reason to end one connection. */
final class RefusalLinesTest {
    private static final int THREADS = 3;

    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
    private final LogRecorder log = new LogRecorder("dev.wherry.session");

    @AfterEach
    void close() {
        log.close();
        engine.close(Duration.ZERO);
    }

    /** Repeated until there is a line: of many in one second, as other tests make them, the log has only some. */
    @Test
    void areOneForAConnection() {
        long[] count = {0};
        int[] number = {0};
        Pair.until("a line", () -> {
            String reason = "reason " + number[0]++;
            refuseByMany(reason);
            count[0] = log.texts().filter(line -> line.contains(reason)).count();
            return count[0] > 0;
        });
        assertThat(count[0]).isEqualTo(1);
    }

    private void refuseByMany(String reason) {
        Hello peer = new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 20, 10, 0, "test");
        Session session = AcceptedSession.create(engine, peer, new NarrowLink(length -> length));
        engine.add(session);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<CompletableFuture<?>> refusals = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            CompletableFuture<?> refusal = new CompletableFuture<>();
            refusals.add(refusal);
            Thread.ofPlatform().start(() -> {
                try {
                    start.await();
                    session.main().refuse(new GoAway(GoAway.Reason.PROTOCOL, reason));
                    refusal.complete(null);
                } catch (Exception e) {
                    refusal.completeExceptionally(e);
                }
            });
        }
        refusals.forEach(CompletableFuture::join);
    }
}
