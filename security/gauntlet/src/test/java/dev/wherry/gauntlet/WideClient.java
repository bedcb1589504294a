package dev.wherry.gauntlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client whose own list allows every class, connected to a server by each kind of link. */
final class WideClient {
    private static final Duration DAY = Duration.ofDays(1);

    private final String codec;
    private final Path folder;
    private final Tls tls;

    /** The served interface, with open types. */
    public interface Open {
        Object take(Object value);

        void all(List<Object> values);

        void named(Map<Object, Object> values);
    }

    private static final class Serving implements Open {
        @Override
        public Object take(Object value) {
            return "taken";
        }

        @Override
        public void all(List<Object> values) {}

        @Override
        public void named(Map<Object, Object> values) {}
    }

    WideClient(String codec, Path folder) throws IOException {
        this.codec = codec;
        this.folder = folder;
        Path certificates = folder.resolve("certificates");
        CertificateAuthority.create("Test", DAY)
                .issue(CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY))
                .write(certificates);
        tls = Tls.folder(certificates);
    }

    private EndpointOptions.Builder options(Entry entry) {
        EndpointOptions.Builder builder =
                EndpointOptions.builder().codecs(codec).sharedMemory(entry == Entry.MEMORY);
        return entry == Entry.TLS ? builder.with(tls) : builder;
    }

    private String address(Entry entry) {
        return switch (entry) {
            case TLS -> "tls://127.0.0.1:0";
            case UNIX -> "unix:" + folder.resolve(codec);
            case WEB_SOCKET -> "ws://127.0.0.1:0";
            default -> "tcp://127.0.0.1:0";
        };
    }

    void attack(Entry entry, List<Chain> chains, java.util.function.BiConsumer<Chain, Boolean> outcome) {
        try (Endpoint server = Endpoint.listen(address(entry), options(entry).build());
                Endpoint client =
                        Endpoint.create(options(entry).register(type -> true).build())) {
            server.bind("open", Open.class, new Serving());
            Open open = client.lookup(server.address() + (entry == Entry.UNIX ? "#open" : "/open"), Open.class);
            for (Chain chain : chains) {
                Payload payload = chain.make();
                Object value = payload.root();
                boolean allowed = chain == Chain.JDK_URL;
                check(allowed, catchThrowable(() -> open.take(value)));
                check(allowed, catchThrowable(() -> open.all(new ArrayList<>(List.of(value)))));
                check(allowed, catchThrowable(() -> {
                    Map<Object, Object> map = new HashMap<>();
                    map.put("key", value);
                    open.named(map);
                }));
                outcome.accept(chain, payload.fired().getAsBoolean());
            }
            assertThat(open.take("still there")).isEqualTo("taken");
        }
    }

    private static void check(boolean allowed, Throwable failure) {
        if (!allowed || failure != null) {
            assertThat(failure).isInstanceOf(CallException.class);
        }
    }

    /** Sends tasks to a host that accepts classes of the tests and of no library. */
    void capture(List<Chain> chains, java.util.function.BiConsumer<Chain, Boolean> outcome) {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .allow("dev.wherry.gauntlet.allowed")
                .build();
        try (Endpoint host = Endpoint.listen(
                        "tcp://127.0.0.1:0", options(Entry.TCP).with(policy).build());
                Endpoint client = Endpoint.create(
                        options(Entry.TCP).register(type -> true).build())) {
            Tasks tasks = Tasks.at(client.connect(host.address().toString()));
            for (Chain chain : chains) {
                Payload payload = chain.make();
                Object value = payload.root();
                assertThat(catchThrowable(() -> tasks.call(() -> value != null)))
                        .as("a task with %s", chain)
                        .isNotNull();
                outcome.accept(chain, payload.fired().getAsBoolean());
            }
        }
    }
}
