package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallerThreadsTest {
    private static final String PROPERTY = "wherry.rmi.threads";

    public interface Threads {
        long id();

        long waiting();
    }

    private static final class Served implements Threads {
        final CountDownLatch arrived = new CountDownLatch(CallerThreads.MOST);
        final CountDownLatch end = new CountDownLatch(1);

        @Override
        public long id() {
            return Thread.currentThread().threadId();
        }

        @Override
        public long waiting() {
            arrived.countDown();
            try {
                assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return id();
        }
    }

    private final Served served = new Served();
    private Endpoint server;
    private Endpoint client;
    private Threads stub;

    @BeforeEach
    void connects() {
        System.setProperty(PROPERTY, "caller");
        EndpointOptions options = CallerThreads.in(EndpointOptions.defaults());
        server = Endpoint.listen("tcp://127.0.0.1:0", options);
        server.bind("threads", Threads.class, served);
        client = Endpoint.create(options);
        stub = client.lookup(server.address() + "/threads", Threads.class);
    }

    @AfterEach
    void closes() {
        System.clearProperty(PROPERTY);
        served.end.countDown();
        client.close();
        server.close();
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith(CallerThreads.NAME))
                .toList();
    }

    @Test
    void refusesCallsOfTooManyThreadsOfAClient() throws Exception {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> waiting = new ArrayList<>();
            for (int i = 0; i < CallerThreads.MOST; i++) {
                waiting.add(callers.submit(stub::waiting));
            }
            assertThat(served.arrived.await(60, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(stub::id)
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                    .hasMessageContaining("was not run");
            assertThat(threads()).hasSize(CallerThreads.MOST);
            served.end.countDown();
            assertThat(ids(waiting)).hasSize(CallerThreads.MOST);
        }
        long mine = stub.id();
        assertThat(stub.id()).as("the thread, which has replaced an idle one").isEqualTo(mine);
        assertThat(threads()).hasSizeLessThanOrEqualTo(CallerThreads.MOST + 1); // the idle one may not have ended yet
    }

    private static Set<Long> ids(List<Future<Long>> calls) throws Exception {
        Set<Long> ids = new HashSet<>();
        for (Future<Long> each : calls) {
            ids.add(each.get(60, TimeUnit.SECONDS));
        }
        return ids;
    }

    @Test
    void endsTheThreadsOfAClientThatHasDisconnected() throws Exception {
        stub.id();
        List<Thread> ofClient = threads();
        assertThat(ofClient).isNotEmpty();
        client.close();
        for (Thread each : ofClient) {
            each.join(TimeUnit.SECONDS.toMillis(30));
            assertThat(each.isAlive()).isFalse();
        }
    }
}
