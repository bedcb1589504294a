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

/** Authorizers decide whether a call may run, before its arguments are read. */
interface AuthorizersPart extends Part {
    /** A value that counts how often one is created; decoding creates one too. */
    record Counted(int number) implements Serializable {
        static final AtomicInteger MADE = new AtomicInteger();

        public Counted {
            MADE.incrementAndGet();
        }
    }

    /** A service with a two-way and a one-way method. */
    interface Taking {
        int take(Counted value);

        void drop(Counted value);
    }

    /** An implementation that counts its calls. */
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
        return fixture()
                .serve(
                        fixture()
                                .listen(fixture().options().toBuilder()
                                        .addAuthorizer(call -> {
                                            if (call.method().getDeclaringClass() == Taking.class) {
                                                asked.add(call);
                                                throw new CallException(Code.REFUSED, "permission denied");
                                            }
                                        })
                                        .build()),
                        fixture().client(),
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
        assertThatThrownBy(() -> stub.take(value)).hasMessageContaining("permission denied");
        assertThat(Calls.async(stub, each -> each.take(value)))
                .failsWithin(Running.LONG)
                .withThrowableThat()
                .withMessageContaining("permission denied");
        Calls.with(stub, CallOptions.ofDelivery(Delivery.SENT)).drop(value);
        Await.until("the authorizer to see the one-way call", () -> asked.size() == 6);
        assertThat(Counted.MADE).as("values created by decoding").hasValue(made);
        assertThat(object.calls).hasValue(0);
    }

    @Test
    default void seesPeerTargetMethodAndContext() {
        List<Authorizer.Request> asked = new CopyOnWriteArrayList<>();
        Watcher stub = fixture()
                .serve(
                        fixture()
                                .listen(fixture().options().toBuilder()
                                        .addAuthorizer(asked::add)
                                        .build()),
                        fixture().client(),
                        Watcher.class,
                        number -> number + 1);
        asked.clear();
        assertThat(Calls.with(
                                stub,
                                CallOptions.builder()
                                        .context(StubVariantsPart.TENANT, "acme")
                                        .build())
                        .seen(1))
                .isEqualTo(2);
        assertThat(asked).singleElement().satisfies(call -> {
            assertThat(call.peer().kind()).isNotBlank();
            assertThat(call.target()).contains("Watcher");
            assertThat(call.method().getName()).isEqualTo("seen");
            assertThat(call.context()).containsEntry(StubVariantsPart.TENANT, "acme");
        });
    }

    @Test
    default void runsAllAuthorizersInOrderBeforeTheInterceptors() {
        List<String> notes = new CopyOnWriteArrayList<>();
        Endpoint server = fixture()
                .listen(fixture().options().toBuilder()
                        .addServerInterceptor((call, next) -> {
                            notes.add("interceptor");
                            return next.proceed(call);
                        })
                        .addAuthorizer(call -> notes.add("first"))
                        .addAuthorizer(call -> notes.add("second"))
                        .build());
        Watcher stub = fixture().serve(server, fixture().client(), Watcher.class, number -> number);
        notes.clear();
        stub.seen(1);
        assertThat(notes).containsExactly("first", "second", "interceptor");
    }

    @Test
    default void throwsWhatAnAuthorizerThrew() {
        Watcher stub = fixture()
                .serve(
                        fixture()
                                .listen(fixture().options().toBuilder()
                                        .addAuthorizer(call -> {
                                            if (call.method().getName().equals("seen")) {
                                                throw new IllegalArgumentException("it is broken");
                                            }
                                        })
                                        .build()),
                        fixture().client(),
                        Watcher.class,
                        number -> number);
        assertThatThrownBy(() -> stub.seen(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it is broken");
    }
}
