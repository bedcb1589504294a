package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import dev.wherry.testkit.sample.Styles;
import dev.wherry.testkit.sample.Watcher;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Interceptors run around calls at both sides. */
interface InterceptorsPart extends Part {
    private Watcher serve(EndpointOptions server, EndpointOptions client, Watcher object) {
        return fixture().serve(fixture().listen(server), fixture().create(client), Watcher.class, object);
    }

    private static Interceptor noting(List<String> notes, String name) {
        return (call, next) -> {
            notes.add(name + " in");
            @Nullable Object result = next.proceed(call);
            notes.add(name + " out");
            return result;
        };
    }

    @Test
    default void runsInterceptorsAroundCallsInOrder() {
        List<String> notes = new CopyOnWriteArrayList<>();
        EndpointOptions options = fixture().options();
        Watcher stub = serve(
                options.toBuilder()
                        .addServerInterceptor(noting(notes, "s1"))
                        .addServerInterceptor(noting(notes, "s2"))
                        .build(),
                options.toBuilder()
                        .addClientInterceptor(noting(notes, "c1"))
                        .addClientInterceptor(noting(notes, "c2"))
                        .build(),
                number -> {
                    notes.add("call");
                    return number + 1;
                });
        notes.clear(); // a lookup is a call too, and is intercepted
        assertThat(stub.seen(1)).isEqualTo(2);
        assertThat(notes)
                .containsExactly("c1 in", "c2 in", "s1 in", "s2 in", "call", "s2 out", "s1 out", "c2 out", "c1 out");
    }

    @Test
    default void seesTheWholeCallOnBothSides() {
        List<Invocation> seen = new CopyOnWriteArrayList<>();
        Interceptor seeing = (call, next) -> {
            seen.add(call);
            return next.proceed(call);
        };
        Watcher stub = serve(
                fixture().options().toBuilder().addServerInterceptor(seeing).build(),
                fixture().options().toBuilder().addClientInterceptor(seeing).build(),
                number -> number);
        seen.clear();
        stub.seen(41);
        assertThat(seen).hasSize(2).allSatisfy(call -> {
            assertThat(call.method().getName()).isEqualTo("seen");
            assertThat(call.method().getDeclaringClass()).isEqualTo(Watcher.class);
            assertThat(call.arguments()).containsExactly(41);
            assertThat(call.target()).contains("Watcher");
            assertThat(call.timeLeft()).isNotNull().isPositive();
            assertThat(call.peer().kind()).isNotBlank();
        });
    }

    @Test
    default void carriesWhatAnInterceptorAddsToTheContext() {
        Interceptor adding = (call, next) -> next.proceed(call.withOptions(call.options().toBuilder()
                .context(StubVariantsPart.TENANT, "added")
                .build()));
        CompletableFuture<String> inService = new CompletableFuture<>();
        Interceptor reading = (call, next) -> {
            if (call.method().getName().equals("seen")) {
                inService.complete(String.valueOf(call.options().context().get(StubVariantsPart.TENANT)));
            }
            return next.proceed(call);
        };
        CompletableFuture<String> inMethod = new CompletableFuture<>();
        Watcher stub = serve(
                fixture().options().toBuilder().addServerInterceptor(reading).build(),
                fixture().options().toBuilder().addClientInterceptor(adding).build(),
                number -> {
                    inMethod.complete(Calls.context(StubVariantsPart.TENANT).orElse("nothing"));
                    return number;
                });
        stub.seen(1);
        assertThat(inService.join()).isEqualTo("added");
        assertThat(inMethod.join()).isEqualTo("added");
    }

    @Test
    default void mayReturnAResultInsteadOfTheCall() {
        AtomicInteger calls = new AtomicInteger();
        Interceptor answering =
                (call, next) -> call.method().getName().equals("seen") ? Integer.valueOf(-1) : next.proceed(call);
        Watcher atClient = serve(
                fixture().options(),
                fixture().options().toBuilder().addClientInterceptor(answering).build(),
                number -> calls.incrementAndGet());
        assertThat(atClient.seen(1)).isEqualTo(-1);
        Watcher atServer = serve(
                fixture().options().toBuilder().addServerInterceptor(answering).build(),
                fixture().options(),
                number -> calls.incrementAndGet());
        assertThat(atServer.seen(1)).isEqualTo(-1);
        assertThat(calls).hasValue(0);
    }

    @Test
    default void mayThrowInsteadOfTheCall() {
        Interceptor throwing = (call, next) -> {
            if (call.method().getName().equals("seen")) {
                throw new IllegalArgumentException("permission denied");
            }
            return next.proceed(call);
        };
        Watcher atClient = serve(
                fixture().options(),
                fixture().options().toBuilder().addClientInterceptor(throwing).build(),
                number -> number);
        assertThatThrownBy(() -> atClient.seen(1)).isInstanceOf(IllegalArgumentException.class);
        Watcher atServer = serve(
                fixture().options().toBuilder().addServerInterceptor(throwing).build(),
                fixture().options(),
                number -> number);
        assertThatThrownBy(() -> atServer.seen(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("permission denied");
    }

    @Test
    default void seesTheFutureOfAMethodThatReturnsOne() throws Exception {
        Interceptor tripling = (call, next) -> {
            @Nullable Object result = next.proceed(call);
            return result instanceof CompletableFuture<?> future
                    ? future.thenApply(value -> 3 * (Integer) value)
                    : result;
        };
        Styles stub = fixture()
                .serve(
                        fixture()
                                .listen(fixture().options().toBuilder()
                                        .addServerInterceptor(tripling)
                                        .build()),
                        fixture()
                                .create(fixture().options().toBuilder()
                                        .addClientInterceptor(tripling)
                                        .build()),
                        Styles.class,
                        new CallStylesPart.Answering(CompletableFuture::completedFuture, new AtomicInteger()));
        assertThat(stub.later(1).get(60, TimeUnit.SECONDS)).isEqualTo(9);
        assertThat(stub.now(1)).isEqualTo(1);
    }
}
