package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.testkit.sample.Watcher;
import dev.wherry.testkit.sample.Work;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Variants of a stub with other options, and context that travels with a call. */
interface StubVariantsPart extends Part {
    ContextKey<String> TENANT = ContextKey.text("tenant");
    ContextKey<Long> NUMBER = ContextKey.number("number");
    ContextKey<Boolean> FLAG = new ContextKey<>("flag", Boolean.class);
    ContextKey<byte[]> BYTES = new ContextKey<>("bytes", byte[].class);

    @Test
    default void comparesVariantsByTheirRemoteObject() {
        Work stub = fixture().serve(Work.class, new Working());
        Work variant = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(3)));
        assertThat(variant).isEqualTo(stub).hasSameHashCodeAs(stub);
        assertThat(Calls.isStub(variant)).isTrue();
    }

    @Test
    default void addsToTheOptionsOfAVariant() {
        AtomicReference<Map<String, Optional<?>>> seen = new AtomicReference<>(Map.of());
        Watcher stub = fixture().serve(Watcher.class, number -> {
            seen.set(Map.of("tenant", Calls.context(TENANT), "number", Calls.context(NUMBER)));
            return number;
        });
        Watcher first =
                Calls.with(stub, CallOptions.builder().context(TENANT, "acme").build());
        Watcher second =
                Calls.with(first, CallOptions.builder().context(NUMBER, 7L).build());
        second.seen(1);
        assertThat(seen.get()).isEqualTo(Map.of("tenant", Optional.of("acme"), "number", Optional.of(7L)));
        first.seen(1);
        assertThat(seen.get()).isEqualTo(Map.of("tenant", Optional.of("acme"), "number", Optional.empty()));
        stub.seen(1);
        assertThat(seen.get()).isEqualTo(Map.of("tenant", Optional.empty(), "number", Optional.empty()));
    }

    @Test
    default void carriesContextOfEachType() {
        AtomicReference<Runnable> check = new AtomicReference<>();
        Watcher stub = fixture().serve(Watcher.class, number -> {
            assertThat(Calls.context(TENANT)).contains("läden");
            assertThat(Calls.context(NUMBER)).contains(Long.MIN_VALUE);
            assertThat(Calls.context(FLAG)).contains(true);
            assertThat(Calls.context(BYTES).orElseThrow()).containsExactly(1, -1);
            check.set(() -> {});
            return number;
        });
        Calls.with(
                        stub,
                        CallOptions.builder()
                                .context(TENANT, "läden")
                                .context(NUMBER, Long.MIN_VALUE)
                                .context(FLAG, true)
                                .context(BYTES, new byte[] {1, -1})
                                .build())
                .seen(1);
        assertThat(check.get()).isNotNull();
    }

    @Test
    default void hasNoContextOutsideACall() {
        assertThat(Calls.context(TENANT)).isEmpty();
        assertThat(Calls.timeLeft()).isEmpty();
        assertThat(Calls.caller()).isEmpty();
    }
}
