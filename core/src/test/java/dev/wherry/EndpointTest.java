package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EndpointTest {
    public record Item(String name, int count) {}

    public interface Shop {
        List<Item> echo(List<Item> items);

        int addOne(int x);

        CompletableFuture<String> later(String s);

        String fail() throws java.io.IOException;

        void tell(Listener listener);
    }

    @ByReference
    public interface Listener {
        void heard(String what);
    }

    static final class Plain implements Shop {
        @Override
        public List<Item> echo(List<Item> items) {
            return items;
        }

        @Override
        public int addOne(int x) {
            return x + 1;
        }

        @Override
        public CompletableFuture<String> later(String s) {
            return CompletableFuture.completedFuture(s + "!");
        }

        @Override
        public String fail() throws java.io.IOException {
            throw new java.io.IOException("no");
        }

        @Override
        public void tell(Listener listener) {
            listener.heard("you");
        }
    }

    interface Mistaken {
        void run(int times, CompletableFuture<String> later);
    }

    interface AlsoMistaken {
        Thread type(String name);
    }

    @Test
    void saysAtBindAndLookupWhichParameterCanNeverTravel() {
        try (Endpoint endpoint = Endpoint.create()) {
            assertThatThrownBy(() -> endpoint.bind("x", Mistaken.class, (times, later) -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("run")
                    .hasMessageContaining("Parameter 'later'")
                    .hasMessageContaining("java.util.concurrent.CompletableFuture");
            assertThatThrownBy(() -> endpoint.lookup("tcp://127.0.0.1:1/x", AlsoMistaken.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("type")
                    .hasMessageContaining("java.lang.Thread");
        }
    }

    @Test
    void callsOverTcp() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("shop", Shop.class, new Plain());
            Shop shop = client.lookup(server.address() + "/shop", Shop.class);
            for (int i = 0; i < 2000; i++) {
                assertThat(shop.addOne(i)).isEqualTo(i + 1);
            }
            List<Item> items = List.of(new Item("a", 1), new Item("b", 2));
            assertThat(shop.echo(items)).isEqualTo(items);
            assertThat(shop.later("x").get(60, TimeUnit.SECONDS)).isEqualTo("x!");
            StringBuilder heard = new StringBuilder();
            shop.tell(heard::append);
            assertThat(heard).hasToString("you");
            assertThatThrownBy(() -> client.lookup(server.address() + "/stop", Shop.class))
                    .hasMessageContaining("[shop]");
        }
    }

    @Test
    void closesOnceForAllHoweverLongItMayDrain() {
        Endpoint endpoint = Endpoint.listen("tcp://127.0.0.1:0");
        endpoint.close(ChronoUnit.FOREVER.getDuration());
        endpoint.close();
        assertThatThrownBy(() -> endpoint.listenAt("tcp://127.0.0.1:0"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> endpoint.bind("shop", Shop.class, new Plain()))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void lastsAsLongAsAnybodyMayWait() {
        Limits patient = Limits.builder()
                .handshakes(4)
                .handshakeTime(ChronoUnit.FOREVER.getDuration())
                .idleTime(ChronoUnit.FOREVER.getDuration())
                .build();
        EndpointOptions options = EndpointOptions.builder()
                .limits(patient)
                .timeout(ChronoUnit.FOREVER.getDuration())
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("shop", Shop.class, new Plain());
            assertThat(client.lookup(server.address() + "/shop", Shop.class).addOne(1))
                    .isEqualTo(2);
        }
    }
}
