package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.transport.TcpTransport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LanesTest {
    /** A name that stands for several endpoints, which take turns. */
    public static final class Balancer implements Transport {
        static final List<URI> BEHIND = new CopyOnWriteArrayList<>();
        static final List<URI> CHOSEN = new CopyOnWriteArrayList<>();

        @Override
        public String scheme() {
            return "balanced";
        }

        @Override
        public Link connect(URI to, Duration limit) throws IOException {
            URI next = BEHIND.get(CHOSEN.size() % BEHIND.size());
            CHOSEN.add(next);
            return new TcpTransport().connect(next, limit);
        }

        @Override
        public Listener listen(URI at, Consumer<Link> accepted) {
            throw new UnsupportedOperationException("A balancer only passes on");
        }
    }

    /** In which an endpoint finds the balancer installed. */
    private static URLClassLoader withBalancer(Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(Transport.class.getName()), Balancer.class.getName());
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, LanesTest.class.getClassLoader());
    }

    private static EndpointEngine engine(ClassLoader context) {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try {
            current.setContextClassLoader(context);
            return new EndpointEngine(EndpointOptions.defaults());
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void goToTheEndpointThatTheirSessionIsWith(@TempDir Path folder) throws Exception {
        try (Pair pair = new Pair("tcp");
                URLClassLoader installed = withBalancer(folder)) {
            EndpointEngine other = new EndpointEngine(EndpointOptions.defaults());
            EndpointEngine client = engine(installed);
            try {
                Balancer.CHOSEN.clear();
                Balancer.BEHIND.clear();
                Balancer.BEHIND.addAll(List.of(pair.address, other.listeners().open("tcp://127.0.0.1:0")));
                Rough stub = client.connections().lookup("balanced://name:1/rough", Rough.class);
                Pair.until("there is a lane", () -> {
                    assertThat(stub.add(1, 2)).isEqualTo(3);
                    return Pair.session(client, stub).lanes().open().length > 0;
                });
                assertThat(Balancer.CHOSEN).as("asked for main alone").containsExactly(pair.address);
            } finally {
                client.close(Duration.ofSeconds(5));
                other.close(Duration.ofSeconds(5));
            }
        }
    }

    @Test
    void areLeftForAWhileOnceMoreCallersComeThanThereCanBeLanes() throws Exception {
        EndpointOptions one = EndpointOptions.builder().lanes(1).build();
        try (Pair pair = new Pair("tcp", one, one)) {
            pair.openLanes(1);
            Lanes lanes = pair.session().lanes();
            Thread holder = Thread.ofPlatform().start(() -> {
                try {
                    pair.stub.block();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            pair.served.entered.acquire();
            long now = System.nanoTime() + TimeUnit.HOURS.toNanos(1); // nobody else comes as late
            assertThat(lanes.take(now, false)).as("the only one is taken").isNull();
            pair.served.released.countDown();
            holder.join();
            assertThat(lanes.take(now + TimeUnit.MILLISECONDS.toNanos(99), false))
                    .as("main carries all")
                    .isNull();
            assertThat(lanes.take(now + TimeUnit.MILLISECONDS.toNanos(100), false))
                    .isSameAs(lanes.open()[0]);
        }
    }

    @Test
    void areFewOverSockets() throws Exception {
        EndpointOptions sockets = EndpointOptions.builder().sharedMemory(false).build();
        int most = Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 2, 8);
        try (Pair pair = new Pair("unix", sockets, sockets)) {
            List<FutureTask<Void>> held = hold(most, pair);
            for (int i = 0; i < 100; i++) {
                assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            }
            assertThat(pair.session().lanes().open()).hasSize(most);
            release(held, pair);
        }
    }

    /** So many callers, who have a lane each. */
    private static List<FutureTask<Void>> hold(int callers, Pair pair) throws InterruptedException {
        Lanes lanes = pair.session().lanes();
        List<FutureTask<Void>> calls = new ArrayList<>();
        while (calls.size() < callers) {
            Pair.until("a lane is idle", () -> {
                assertThat(pair.stub.add(1, 2)).isEqualTo(3);
                return lanes.open().length > calls.size();
            });
            FutureTask<Void> call = new FutureTask<>(() -> {
                pair.stub.block();
                return null;
            });
            Thread.ofPlatform().daemon().start(call);
            calls.add(call);
            pair.served.entered.acquire();
            assertThat(lanes.busy()).isEqualTo(calls.size());
        }
        return calls;
    }

    private static void release(List<FutureTask<Void>> calls, Pair pair) throws Exception {
        pair.served.released.countDown();
        for (FutureTask<Void> call : calls) {
            call.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void carryACallForWhichItsCallerAllocatesNothing() throws Throwable {
        try (Pair pair = new Pair("tcp")) {
            pair.openLanes(1);
            CallTarget object = Stubs.requireTarget(pair.stub);
            RemoteMethod add = pair.client
                    .parts()
                    .objects()
                    .interfaces()
                    .of(Rough.class)
                    .method(Rough.class.getMethod("add", int.class, int.class));
            assertThat(add).isNotNull();
            Object[] arguments = {1, 2};
            // The least of several rounds: a lane that was idle for long on a busy machine is closed, and main
            // allocates.
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            int sum = 0;
            for (int round = 0; round < 10; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 500; i++) {
                    sum += (Integer) object.call(add, arguments, add.defaults());
                }
                least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / 500);
            }
            assertThat(least)
                    .as("bytes for each call, where an object takes 16")
                    .isLessThan(8);
            assertThat(sum).isEqualTo(10 * 500 * 3);
        }
    }
}
