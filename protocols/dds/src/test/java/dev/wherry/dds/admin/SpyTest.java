package dev.wherry.dds.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.rpc.Services;
import dev.wherry.testsupport.Polling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SpyTest {
    private static final DdsOptions OPTIONS = DdsOptions.builder().loopback().build();

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final List<SpiedMessage> messages = new ArrayList<>();
    private final List<String> found = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    private final Spy.Sink sink = new Spy.Sink() {
        @Override
        public void message(SpiedMessage message) {
            messages.add(message);
        }

        @Override
        public void found(String topic) {
            found.add(topic);
        }

        @Override
        public void failed(String topic, String reason) {
            failed.add(topic + ": " + reason);
        }
    };

    /** Repeats calls until they were seen. */
    private void spy(
            EndpointOptions options,
            @Nullable Class<?> type,
            Consumer<Services.Account> calls,
            Predicate<List<SpiedMessage>> seen) {
        try (Endpoint server = Endpoint.create(options);
                Endpoint client = Endpoint.create(options);
                Spy spy = Spy.join(domain, name, type, OPTIONS)) {
            server.bind(name, Services.Account.class, new Services.Ledger());
            server.listenAt("dds://" + domain);
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> calling = CompletableFuture.runAsync(
                    () -> {
                        Services.Account account =
                                client.lookup("dds://" + domain + "/" + name, Services.Account.class);
                        while (!done.get()) {
                            calls.accept(account);
                        }
                    },
                    Thread.ofPlatform()::start);
            try {
                Polling.until("the calls are seen", () -> {
                    spy.poll(sink);
                    return seen.test(messages);
                });
            } finally {
                done.set(true);
                calling.join();
            }
        }
        assertThat(failed).isEmpty();
        assertThat(found).contains(name + "_Request", name + "_Reply");
    }

    private static boolean has(List<SpiedMessage> messages, boolean request, String operation, String values) {
        return messages.stream()
                .anyMatch(each -> each.isRequest() == request
                        && each.operation().equals(operation)
                        && each.values().equals(values));
    }

    static Stream<EndpointOptions> encodings() {
        return Stream.of(
                Services.options(Services.dds()),
                Services.options(Services.dds().xcdr1()));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void showsTheValuesOfCallsByTheInterface(EndpointOptions options) {
        spy(
                options,
                Services.Account.class,
                account -> {
                    account.deposit(41);
                    account.echo(new Services.Entry("a", 1, List.of("x")));
                    try {
                        account.withdraw(12);
                    } catch (Services.Overdrawn e) {
                        assertThat(e).hasMessage("too much");
                    }
                },
                all -> has(all, true, "deposit", "[41]")
                        && has(all, false, "deposit", "42")
                        && has(all, true, "echo", "[Entry[text=a, amount=1, tags=[x]]]")
                        && has(all, false, "withdraw", Services.Overdrawn.class.getName() + ": too much"));
        SpiedMessage reply =
                messages.stream().filter(each -> !each.isRequest()).findFirst().orElseThrow();
        assertThat(reply.caller()).matches("[0-9a-f]{32}");
    }

    @Test
    void showsTheNamesOfOperationsByTheTypeThatAParticipantDescribes() {
        spy(
                Services.options(Services.dds()),
                null,
                account -> {
                    account.deposit(41);
                    account.orNull(null);
                },
                all -> has(all, true, "deposit", "") && has(all, false, "deposit", "") && has(all, true, "orNull", ""));
        assertThat(messages).allSatisfy(each -> assertThat(each.bytes()).isPositive());
    }

    @Test
    void refusesAClassThatIsNoInterface() {
        assertThatThrownBy(() -> Spy.join(domain, name, String.class, OPTIONS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be called over DDS");
    }
}
