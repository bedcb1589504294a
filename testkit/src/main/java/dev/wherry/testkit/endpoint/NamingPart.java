package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.NOT_FOUND;
import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import dev.wherry.testkit.sample.Scientific;
import dev.wherry.testkit.sample.Watcher;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Names: bind, unbind, lookup, connect, list and describe. */
interface NamingPart extends Part {
    /** Returns the address of an endpoint that listens, without a name. */
    private String address(Endpoint endpoint) {
        return endpoint.address().toString();
    }

    @Test
    default void callsABoundObject() {
        fixture().server().bind("doubler", Watcher.class, number -> 2 * number);
        Watcher stub = fixture().client().lookup(fixture().uri(fixture().server(), "doubler"), Watcher.class);
        assertThat(stub.seen(21)).isEqualTo(42);
        assertThat(Calls.isStub(stub)).isTrue();
    }

    @Test
    default void listsTheBoundNamesWhenANameIsNotBound() {
        fixture().server().bind("bank", Watcher.class, number -> number);
        fixture().server().bind("post", Watcher.class, number -> number);
        var failure = Failing.withCode(
                NOT_FOUND,
                () -> fixture().client().lookup(fixture().uri(fixture().server(), "bnak"), Watcher.class));
        assertThat(failure).hasMessageContainingAll("bnak", "bank", "post");
    }

    @Test
    default void refusesASecondObjectUnderAName() {
        fixture().server().bind("bank", Watcher.class, number -> number);
        assertThatThrownBy(() -> fixture().server().bind("bank", Watcher.class, number -> -number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bank");
    }

    @Test
    default void bindsANameAgainAfterUnbind() {
        fixture().server().bind("bank", Watcher.class, number -> number);
        fixture().server().unbind("bank");
        fixture().server().bind("bank", Watcher.class, number -> -number);
        Watcher stub = fixture().client().lookup(fixture().uri(fixture().server(), "bank"), Watcher.class);
        assertThat(stub.seen(1)).isEqualTo(-1);
    }

    @Test
    default void refusesNewCallsAfterUnbindButCompletesRunningOnes() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        fixture().server().bind("bank", Watcher.class, number -> {
            entered.countDown();
            return Blocking.until(leave, number);
        });
        Watcher stub = fixture().client().lookup(fixture().uri(fixture().server(), "bank"), Watcher.class);
        Running<Integer> running = fixture().start(() -> stub.seen(7));
        Await.latch(entered);
        fixture().server().unbind("bank");
        assertThat(Failing.withCode(NOT_FOUND, () -> stub.seen(8)))
                .hasMessageContaining("bank")
                .hasMessageFindingMatch("is no longer bound|Nothing is bound");
        leave.countDown();
        assertThat(running.get()).isEqualTo(7);
    }

    @Test
    default void listsBoundNamesInOrder() {
        fixture().server().bind("b", Watcher.class, number -> number);
        fixture().server().bind("a", Echo.class, new Echoing());
        Peer peer = fixture().client().connect(address(fixture().server()));
        assertThat(peer.bound())
                .containsExactly(
                        new BoundObject("a", Echo.class.getName()), new BoundObject("b", Watcher.class.getName()));
        fixture().server().unbind("a");
        assertThat(peer.bound()).containsExactly(new BoundObject("b", Watcher.class.getName()));
    }

    @Test
    default void describesBoundInterfaces() {
        fixture().server().bind("echo", Echo.class, new Echoing());
        InterfaceDescription description =
                fixture().client().connect(address(fixture().server())).describe("echo");
        assertThat(description.type()).isEqualTo(Echo.class.getName());
        assertThat(description.rmi()).isFalse();
        assertThat(description.methods().stream().map(InterfaceDescription.Method::name))
                .containsExactly("any", "bytes", "person", "text");
        assertThat(description.methods().get(1).result()).isEqualTo("[B");
        assertThat(description.types().stream().map(InterfaceDescription.Type::name))
                .containsExactly(Person.class.getName());
        Failing.withCode(
                NOT_FOUND,
                () -> fixture().client().connect(address(fixture().server())).describe("ehco"));
    }

    @Test
    default void looksUpThroughAConnection() {
        fixture().server().bind("doubler", Watcher.class, number -> 2 * number);
        Peer peer = fixture().client().connect(address(fixture().server()));
        assertThat(peer.lookup("doubler", Watcher.class).seen(4)).isEqualTo(8);
        var failure = Failing.withCode(NOT_FOUND, () -> peer.lookup("tripler", Watcher.class));
        assertThat(failure).hasMessageContainingAll("tripler", "doubler");
    }

    @Test
    default void sharesOneConnectionAmongLookups() {
        fixture().server().bind("one", Watcher.class, number -> number);
        fixture().server().bind("two", Watcher.class, number -> number);
        Peer peer = fixture().client().connect(address(fixture().server()));
        Watcher one = fixture().client().lookup(fixture().uri(fixture().server(), "one"), Watcher.class);
        Watcher two = fixture().client().lookup(fixture().uri(fixture().server(), "two"), Watcher.class);
        assertThat(one.seen(1) + two.seen(2)).isEqualTo(3);
        assertThat(fixture().client().statistics().sessions()).isEqualTo(1);
        assertThat(fixture().server().statistics().sessions()).isEqualTo(1);
        assertThat(peer.isOpen()).isTrue();
        assertThat(peer.ping()).isPositive();
        assertThat(peer.identity().kind()).isNotBlank();
    }

    @Test
    default void servesAtEachAddress() {
        Endpoint server = fixture().server();
        server.bind("one", Watcher.class, number -> number + 1);
        URI second = server.listenAt(fixture().listenAt());
        assertThat(server.addresses()).containsExactly(server.address(), second).doesNotHaveDuplicates();
        assertThat(fixture()
                        .client()
                        .connect(second.toString())
                        .lookup("one", Watcher.class)
                        .seen(1))
                .isEqualTo(2);
    }

    @Test
    default void namesTheMethodAndTheParameterThatCannotTravel() {
        assertThatThrownBy(() -> fixture().server().bind("bad", Unspeakable.class, (name, stream) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Unspeakable", "say", "InputStream");
        assertThatThrownBy(() ->
                        fixture().client().lookup(fixture().uri(fixture().server(), "bad"), Unspeakable.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Unspeakable", "say", "InputStream");
        assertThatThrownBy(() -> bindClass(fixture().server()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Person");
    }

    private static void bindClass(Endpoint server) {
        server.bind("bad", Person.class, Person.named("no interface"));
    }

    /** An interface with a parameter that cannot travel. */
    interface Unspeakable {
        void say(String name, InputStream stream);
    }

    @Test
    default void refusesToLookUpAnUnrelatedInterface() {
        fixture().server().bind("scientific", Scientific.class, new Scientist());
        var failure = Failing.thrownBy(() -> fixture()
                .client()
                .lookup(fixture().uri(fixture().server(), "scientific"), Watcher.class)
                .seen(1));
        assertThat(failure).hasMessageContaining(Scientific.class.getName());
    }

    @Test
    default void namesTheAddressWhenConnectingFails() {
        Endpoint gone = fixture().listen(fixture().options());
        String address = address(gone);
        gone.close();
        var failure = Failing.withCode(UNAVAILABLE, () -> fixture().client().connect(address));
        assertThat(failure).hasMessageContaining(address);
    }

    @Test
    default void namesTheInstalledSchemesWhenOneIsUnknown() {
        assertThatThrownBy(() -> fixture().client().connect("pigeon://loft"))
                .hasMessageContainingAll("pigeon", fixture().server().address().getScheme());
    }

    @Test
    default void failsToListenAtAnAddressInUse() {
        String address = address(fixture().server());
        var failure = Failing.withCode(
                UNAVAILABLE, () -> Endpoint.listen(address, fixture().options()));
        assertThat(failure).hasMessageContaining(address);
    }

    @Test
    default void showsInterfaceNameAndAddressInToString() {
        fixture().server().bind("one", Watcher.class, number -> number);
        String uri = fixture().uri(fixture().server(), "one");
        Watcher stub = fixture().client().lookup(uri, Watcher.class);
        assertThat(stub.toString()).contains("one").contains(Watcher.class.getSimpleName());
        assertThat(stub)
                .isEqualTo(fixture().client().lookup(uri, Watcher.class))
                .hasSameHashCodeAs(fixture().client().lookup(uri, Watcher.class));
        assertThat(List.of(stub)).doesNotContain(fixture().serve(Watcher.class, number -> number));
    }
}
