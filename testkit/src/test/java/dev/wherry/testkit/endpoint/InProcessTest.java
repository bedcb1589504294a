package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.RemoteException;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import dev.wherry.testkit.sample.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By reference: what is passed is what arrives. */
class InProcessTest extends LocalContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Endpoint server;
    private Endpoint client;

    @Override
    protected String listenAt() {
        return "inprocess://test" + NAMES.incrementAndGet();
    }

    @BeforeEach
    void start() {
        server = Endpoint.listen(listenAt());
        client = Endpoint.create();
        server.bind("echo", Echo.class, new Echoing() {
            @Override
            public String text(@Nullable String text) {
                throw new UnsupportedOperationException(text);
            }
        });
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Echo echo(String how) {
        return client.lookup(server.address() + "/echo" + how, Echo.class);
    }

    @Test
    void passesTheVeryObjectByReference() {
        Echo stub = echo("");
        Object anything = new Object();
        assertThat(stub.any(anything)).isSameAs(anything);
        byte[] bytes = {1};
        assertThat(stub.bytes(bytes)).isSameAs(bytes);
    }

    @Test
    void passesAnEqualObjectByCopy() {
        Echo stub = echo("?copy");
        Person person = Person.named("Ann");
        assertThat(stub.person(person)).isEqualTo(person).isNotSameAs(person);
        List<Object> list = new ArrayList<>(List.of(1, "a"));
        assertThat(stub.any(list)).isEqualTo(list).isNotSameAs(list);
        byte[] bytes = {1};
        assertThat(stub.bytes(bytes)).isEqualTo(bytes).isNotSameAs(bytes);
        assertThatThrownBy(() -> stub.any(new Thread()))
                .isInstanceOfSatisfying(
                        RemoteException.class, e -> assertThat(e.code()).isEqualTo(RemoteException.Code.CODEC));
    }

    @Test
    void throwsWhatTheMethodThrew() {
        assertThatThrownBy(() -> echo("").text("why"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("why");
        assertThatThrownBy(() -> echo("?copy").text("why"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("why");
    }

    @Test
    void passesReferencesAsTheyAreByCopyToo() {
        Watcher watcher = number -> number;
        server.bind("watchers", Watchers.class, given -> given);
        for (String how : List.of("", "?copy")) {
            assertThat(client.lookup(server.address() + "/watchers" + how, Watchers.class)
                            .same(watcher))
                    .isSameAs(watcher);
        }
    }

    /** Takes a reference and gives it back. */
    public interface Watchers {
        Watcher same(Watcher watcher);
    }

    @Test
    void endsWhatIsUnbound() {
        Echo reference = echo("");
        Echo copy = echo("?copy");
        server.unbind("echo");
        for (Echo stub : List.of(reference, copy)) {
            assertThatThrownBy(() -> stub.any(1))
                    .isInstanceOfSatisfying(
                            RemoteException.class, e -> assertThat(e.code()).isEqualTo(RemoteException.Code.NOT_FOUND));
        }
        assertThatThrownBy(() -> echo("")).isInstanceOf(RemoteException.class).hasMessageContaining("echo");
    }

    @Test
    void tellsWhatListensWhereNobodyDoes() {
        assertThatThrownBy(() -> client.lookup("inprocess://nobody/echo", Echo.class))
                .isInstanceOfSatisfying(RemoteException.class, e -> {
                    assertThat(e.code()).isEqualTo(RemoteException.Code.UNAVAILABLE);
                    assertThat(e)
                            .hasMessageContaining(server.address().toString().substring("inprocess://".length()));
                });
    }

    @Test
    void carriesContext() {
        ContextKey<String> key = ContextKey.text("tenant");
        List<String> seen = new ArrayList<>();
        server.bind("watcher", Watcher.class, number -> {
            seen.add(Calls.context(key).orElse("none"));
            return number;
        });
        for (String how : List.of("", "?copy")) {
            Watcher stub = client.lookup(server.address() + "/watcher" + how, Watcher.class);
            Calls.with(stub, CallOptions.none().with(key, "acme" + how)).seen(1);
            stub.seen(1);
        }
        assertThat(seen).containsExactly("acme", "none", "acme?copy", "none");
    }
}
