package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who may call, decided before arguments are read. */
interface AuthorizersPart extends Part {
    /** Counts those that are made, which decoding does, too. */
    record Counted(int number) implements Serializable {
        static final AtomicInteger MADE = new AtomicInteger();

        public Counted {
            MADE.incrementAndGet();
        }
    }

    /** Takes what is counted. */
    interface Taking {
        int take(Counted value);

        void drop(Counted value);
    }

    /** Takes calls, and counts them. */
    final class Taken implements Taking {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public int take(Counted value) {
            return calls.incrementAndGet();
        }

        @Override
        public void drop(Counted value) {
            calls.incrementAndGet();
        }
    }

    private Taking serveRefusing(Taken object, List<Authorizer.Request> asked) {
        return world().serve(
                        world().listen(world().options().toBuilder()
                                .addAuthorizer(call -> {
                                    if (call.method().getDeclaringClass() == Taking.class) {
                                        asked.add(call);
                                        throw new CallException(Code.REFUSED, "not on my watch");
                                    }
                                })
                                .build()),
                        world().client(),
                        Taking.class,
                        object);
    }

    @Test
    default void refusesACallBeforeItsArgumentsAreRead() {
        Taken object = new Taken();
        List<Authorizer.Request> asked = new CopyOnWriteArrayList<>();
        Taking stub = serveRefusing(object, asked);
        Counted value = new Counted(1);
        int made = Counted.MADE.get();
        for (int i = 0; i < 3; i++) {
            Failing.withCode(Code.REFUSED, () -> stub.take(value));
        }
        assertThatThrownBy(() -> stub.take(value)).hasMessageContaining("not on my watch");
        assertThat(Calls.async(stub, each -> each.take(value)))
                .failsWithin(Running.LONG)
                .withThrowableThat()
                .withMessageContaining("not on my watch");
        Calls.with(stub, CallOptions.ofDelivery(Delivery.SENT)).drop(value);
        Await.until("the one-way call to be asked about", () -> asked.size() == 6);
        assertThat(Counted.MADE).as("made by decoding").hasValue(made);
        assertThat(object.calls).hasValue(0);
    }

    @Test
    default void asksWithPeerTargetMethodAndContext() {
        List<Authorizer.Request> asked = new CopyOnWriteArrayList<>();
        Watcher stub = world().serve(
                        world().listen(world().options().toBuilder()
                                .addAuthorizer(asked::add)
                                .build()),
                        world().client(),
                        Watcher.class,
                        number -> number + 1);
        asked.clear();
        assertThat(Calls.with(
                                stub,
                                CallOptions.builder()
                                        .context(VariantsPart.TENANT, "acme")
                                        .build())
                        .seen(1))
                .isEqualTo(2);
        assertThat(asked).singleElement().satisfies(call -> {
            assertThat(call.peer().kind()).isNotBlank();
            assertThat(call.target()).contains("Watcher");
            assertThat(call.method().getName()).isEqualTo("seen");
            assertThat(call.context()).containsEntry(VariantsPart.TENANT, "acme");
        });
    }

    @Test
    default void asksAllInTurnBeforeTheInterceptors() {
        List<String> notes = new CopyOnWriteArrayList<>();
        Endpoint server = world().listen(world().options().toBuilder()
                .addServerInterceptor((call, next) -> {
                    notes.add("interceptor");
                    return next.proceed(call);
                })
                .addAuthorizer(call -> notes.add("first"))
                .addAuthorizer(call -> notes.add("second"))
                .build());
        Watcher stub = world().serve(server, world().client(), Watcher.class, number -> number);
        notes.clear();
        stub.seen(1);
        assertThat(notes).containsExactly("first", "second", "interceptor");
    }

    @Test
    default void refusesAsTheMethodWouldWhenAnAuthorizerThrowsAnythingElse() {
        Watcher stub = world().serve(
                        world().listen(world().options().toBuilder()
                                .addAuthorizer(call -> {
                                    if (call.method().getName().equals("seen")) {
                                        throw new IllegalArgumentException("it is broken");
                                    }
                                })
                                .build()),
                        world().client(),
                        Watcher.class,
                        number -> number);
        assertThatThrownBy(() -> stub.seen(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it is broken");
    }
}
