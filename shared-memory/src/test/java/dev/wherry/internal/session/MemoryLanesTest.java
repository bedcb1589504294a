package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.objects.Address;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The number of lanes over shared memory, which {@code LanesTest} of core compares with that over sockets. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class MemoryLanesTest {
    interface Gate {
        int add(int a, int b);

        void block() throws InterruptedException;
    }

    /** Counts the callers that have entered, and holds them until they are released. */
    private static final class HeldCallers implements Gate {
        private final Semaphore entered = new Semaphore(0);
        private final CountDownLatch released = new CountDownLatch(1);

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void block() throws InterruptedException {
            entered.release();
            released.await();
        }
    }

    @TempDir
    private Path folder;

    private final HeldCallers served = new HeldCallers();
    private final EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
    private final EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());
    private Gate stub;

    @BeforeEach
    void connect() {
        URI address = server.listeners().open("unix:" + folder.resolve("socket"));
        server.bind("gate", Gate.class, served);
        stub = client.connections().lookup(Address.with(address, "gate"), Gate.class);
    }

    @AfterEach
    void close() {
        served.released.countDown();
        client.close(Duration.ofSeconds(5));
        server.close(Duration.ofSeconds(5));
    }

    @Test
    void areAsManyAsCallersCome() throws Exception {
        Lanes lanes = client.sessions().iterator().next().lanes();
        List<FutureTask<Void>> calls = new ArrayList<>();
        while (calls.size() < 12) {
            while (lanes.open().length <= calls.size()) {
                assertThat(stub.add(1, 2)).isEqualTo(3);
            }
            FutureTask<Void> call = new FutureTask<>(() -> {
                stub.block();
                return null;
            });
            Thread.ofPlatform().daemon().start(call);
            calls.add(call);
            served.entered.acquire();
            assertThat(lanes.busy()).isEqualTo(calls.size());
        }
        assertThat(lanes.open()).hasSizeGreaterThanOrEqualTo(12);
        assertThat(client.statistics().memoryLanes()).isGreaterThanOrEqualTo(12);
        served.released.countDown();
        for (FutureTask<Void> call : calls) {
            call.get(60, TimeUnit.SECONDS);
        }
    }
}
