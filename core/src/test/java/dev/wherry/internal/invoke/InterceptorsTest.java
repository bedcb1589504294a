package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import dev.wherry.OneWay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InterceptorsTest {
    private static final ContextKey<String> TENANT = ContextKey.text("tenant");

    interface Shop {
        String sell(String what, int amount);

        CompletableFuture<String> sellLater(String what);

        @OneWay
        void note(String what);
    }

    private final List<String> met = Collections.synchronizedList(new ArrayList<>());

    private final Shop shop = new Shop() {
        @Override
        public String sell(String what, int amount) {
            met.add("sold for " + Calls.context(TENANT).orElse("nobody"));
            return amount + " " + what;
        }

        @Override
        public CompletableFuture<String> sellLater(String what) {
            return CompletableFuture.completedFuture("later " + what);
        }

        @Override
        public void note(String what) {
            met.add("noted " + what);
        }
    };

    private Interceptor noting(String name) {
        return (call, next) -> {
            met.add(name + " before " + call.method().getName() + " " + call.arguments());
            Object result = next.proceed(call);
            met.add(name + " after " + result);
            return result;
        };
    }

    private Shop through(EndpointOptions client, EndpointOptions server) {
        return Loop.stub(Shop.class, new Loop(shop, server), client);
    }

    @Test
    void standsAroundTheCallOutermostFirstOnBothSides() {
        Shop stub = through(
                EndpointOptions.builder()
                        .addClientInterceptor(noting("c1"))
                        .addClientInterceptor(noting("c2"))
                        .build(),
                EndpointOptions.builder()
                        .addServerInterceptor(noting("s1"))
                        .addServerInterceptor(noting("s2"))
                        .build());
        assertThat(stub.sell("tea", 3)).isEqualTo("3 tea");
        assertThat(met)
                .containsExactly(
                        "c1 before sell [tea, 3]",
                        "c2 before sell [tea, 3]",
                        "s1 before sell [tea, 3]",
                        "s2 before sell [tea, 3]",
                        "sold for nobody",
                        "s2 after 3 tea",
                        "s1 after 3 tea",
                        "c2 after 3 tea",
                        "c1 after 3 tea");
    }

    @Test
    void describesTargetPeerAndTimeLeft() {
        List<Invocation> seen = new ArrayList<>();
        Interceptor keeping = (call, next) -> {
            seen.add(call);
            return next.proceed(call);
        };
        through(
                        EndpointOptions.builder().addClientInterceptor(keeping).build(),
                        EndpointOptions.builder().addServerInterceptor(keeping).build())
                .sell("tea", 1);
        Invocation client = seen.getFirst();
        assertThat(client.target()).isEqualTo("loop://here/object");
        assertThat(client.timeLeft()).isEqualTo(Duration.ofSeconds(30));
        assertThat(client.options().timeout()).isEqualTo(Duration.ofSeconds(30));
        Invocation server = seen.getLast();
        assertThat(server.target()).isEqualTo("object");
        assertThat(server.peer().name()).isEqualTo("caller");
        assertThat(server.timeLeft()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(server.method()).isEqualTo(client.method());
    }

    @Test
    void mayAddContextAndChangeArguments() {
        Interceptor adding = (call, next) -> next.proceed(new Invocation(
                call.target(),
                call.method(),
                List.of("coffee", 9),
                call.options().toBuilder().context(TENANT, "acme").build(),
                call.timeLeft(),
                call.peer()));
        Shop stub =
                through(EndpointOptions.builder().addClientInterceptor(adding).build(), EndpointOptions.defaults());
        assertThat(stub.sell("tea", 3)).isEqualTo("9 coffee");
        assertThat(met).containsExactly("sold for acme");
    }

    @Test
    void mayAnswerOrThrowInTheCallsPlace() throws Exception {
        Shop answered = through(
                EndpointOptions.builder()
                        .addClientInterceptor((call, next) -> "cached")
                        .build(),
                EndpointOptions.defaults());
        assertThat(answered.sell("tea", 3)).isEqualTo("cached");
        assertThat(answered.sellLater("tea").get()).isEqualTo("cached");
        assertThat(Calls.async(answered, stub -> stub.sell("tea", 3)).get()).isEqualTo("cached");

        Shop refused = through(
                EndpointOptions.defaults(),
                EndpointOptions.builder()
                        .addServerInterceptor((call, next) -> {
                            throw new CallException(CallException.Code.REFUSED, "closed on Sundays");
                        })
                        .build());
        assertThatThrownBy(() -> refused.sell("tea", 3))
                .hasMessage("closed on Sundays")
                .extracting(e -> ((CallException) e).code())
                .isEqualTo(CallException.Code.REFUSED);
        assertThat(met).isEmpty();
    }

    @Test
    void mayNotSwapTheMethod() throws Exception {
        var other = Shop.class.getMethod("note", String.class);
        Shop stub = through(
                EndpointOptions.builder()
                        .addClientInterceptor((call, next) -> next.proceed(new Invocation(
                                call.target(), other, List.of("x"), call.options(), call.timeLeft(), call.peer())))
                        .build(),
                EndpointOptions.defaults());
        assertThatThrownBy(() -> stub.sell("tea", 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("may change arguments and options only");
    }

    @Test
    void mayNotLeaveOutArguments() {
        Interceptor forgetting = (call, next) -> next.proceed(new Invocation(
                call.target(), call.method(), List.of("tea"), call.options(), call.timeLeft(), call.peer()));
        for (Shop stub : List.of(
                through(
                        EndpointOptions.builder()
                                .addClientInterceptor(forgetting)
                                .build(),
                        EndpointOptions.defaults()),
                through(
                        EndpointOptions.defaults(),
                        EndpointOptions.builder()
                                .addServerInterceptor(forgetting)
                                .build()))) {
            assertThatThrownBy(() -> stub.sell("tea", 3)).hasMessageContaining("continued with 1 arguments");
        }
        assertThat(met).isEmpty();
    }

    @Test
    void standsAroundFuturesAndOneWayCallsToo() throws Exception {
        Shop stub = through(
                EndpointOptions.builder().addClientInterceptor(noting("c")).build(), EndpointOptions.defaults());
        assertThat(stub.sellLater("tea").get()).isEqualTo("later tea");
        stub.note("tea");
        assertThat(met).contains("c before sellLater [tea]", "c before note [tea]", "noted tea", "c after null");
    }

    @Test
    void failsTheFutureWithWhatAnInterceptorThrew() {
        Shop stub = through(
                EndpointOptions.builder()
                        .addClientInterceptor((call, next) -> {
                            throw new IllegalStateException("no");
                        })
                        .build(),
                EndpointOptions.defaults());
        assertThat(stub.sellLater("tea")).isCompletedExceptionally();
        assertThatThrownBy(() -> stub.sell("tea", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void passesContextAlongWithoutInterceptors() {
        Shop stub = through(EndpointOptions.defaults(), EndpointOptions.defaults());
        Calls.with(stub, CallOptions.builder().context(TENANT, "beta").build()).sell("tea", 1);
        assertThat(met).containsExactly("sold for beta");
    }
}
