package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.RemoteException;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Watcher;
import dev.wherry.testkit.sample.Work;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that is killed in the middle leaves the server well. */
class KilledPeerTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    @Test
    void leavesTheServerWellWhenItIsKilled() throws Exception {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        Storing depot = new Storing();
        server.bind("depot", Depot.class, depot);
        server.bind("work", Work.class, new Blocked());
        server.bind("good", Watcher.class, number -> number + 1);
        Endpoint other = endpoints.watch(Endpoint.create());
        Watcher good = other.lookup(server.address() + "/good", Watcher.class);
        String path = ChildJvm.path(Endpoint.class, Depot.class, DyingClient.class);
        try (ChildJvm client = new ChildJvm(List.of(
                "-cp", path, DyingClient.class.getName(), server.address().toString()))) {
            client.awaitLine("holding 100");
            Await.until(() -> entered + " calls under way", () -> entered.get() == 8);
            assertThat(server.statistics().exports()).isEqualTo(100);
            assertThat(server.statistics().imports()).isEqualTo(1);
            Item clients = depot.kept;
            assertThat(clients.name()).isEqualTo("the client's own");
            client.kill();
            Await.until(
                    () -> "its session to end: " + server.statistics(),
                    () -> server.statistics().sessions() == 1);
            assertThatThrownBy(clients::name)
                    .isInstanceOfSatisfying(
                            RemoteException.class,
                            e -> assertThat(e.code()).isEqualTo(RemoteException.Code.UNAVAILABLE));
        }
        Await.until(() -> interrupted + " of 8 calls interrupted", () -> interrupted.get() == 8);
        Await.until(
                () -> "all to be released: " + server.statistics(),
                () -> server.statistics().exports() == 0);
        depot.kept = null;
        assertThat(good.seen(1)).isEqualTo(2);
    }

    private static final class Storing implements Depot {
        private volatile Item kept;

        @Override
        public Item item(String name) {
            return () -> name;
        }

        @Override
        public boolean isSame(Item one, Item same) {
            return one.equals(same);
        }

        @Override
        public boolean isOwn(Item item) {
            return false;
        }

        @Override
        public Shelf shelf(String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public void keep(@Nullable Item item) {
            kept = item;
        }

        @Override
        public @Nullable Item kept() {
            return kept;
        }

        @Override
        public Object open(String name) {
            throw new UnsupportedOperationException(name);
        }
    }

    private final class Blocked implements Work {
        @Override
        public int quick(int number) {
            return number;
        }

        @Override
        public void block() throws InterruptedException {
            entered.incrementAndGet();
            try {
                Await.latch(new CountDownLatch(1));
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }

        @Override
        public void blockBriefly() throws InterruptedException {
            block();
        }

        @Override
        public void blockDeaf() throws InterruptedException {
            block();
        }

        @Override
        public CompletableFuture<Void> blockLater() {
            return new CompletableFuture<>();
        }

        @Override
        public long timeLeft() {
            return 0;
        }
    }
}
