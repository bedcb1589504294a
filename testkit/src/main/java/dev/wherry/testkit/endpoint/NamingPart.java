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
    /** The address of what listens, without a name. */
    private String address(Endpoint endpoint) {
        return endpoint.address().toString();
    }

    @Test
    default void callsWhatIsBound() {
        world().server().bind("doubler", Watcher.class, number -> 2 * number);
        Watcher stub = world().client().lookup(world().uri(world().server(), "doubler"), Watcher.class);
        assertThat(stub.seen(21)).isEqualTo(42);
        assertThat(Calls.isStub(stub)).isTrue();
    }

    @Test
    default void tellsWhatIsBoundWhenANameIsNot() {
        world().server().bind("bank", Watcher.class, number -> number);
        world().server().bind("post", Watcher.class, number -> number);
        var failure = Failing.withCode(
                NOT_FOUND, () -> world().client().lookup(world().uri(world().server(), "bnak"), Watcher.class));
        assertThat(failure).hasMessageContainingAll("bnak", "bank", "post");
    }

    @Test
    default void refusesASecondObjectUnderAName() {
        world().server().bind("bank", Watcher.class, number -> number);
        assertThatThrownBy(() -> world().server().bind("bank", Watcher.class, number -> -number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bank");
    }

    @Test
    default void bindsAgainWhatWasUnbound() {
        world().server().bind("bank", Watcher.class, number -> number);
        world().server().unbind("bank");
        world().server().bind("bank", Watcher.class, number -> -number);
        Watcher stub = world().client().lookup(world().uri(world().server(), "bank"), Watcher.class);
        assertThat(stub.seen(1)).isEqualTo(-1);
    }

    @Test
    default void endsWhatIsUnboundButNotTheCallsThatRun() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        world().server().bind("bank", Watcher.class, number -> {
            entered.countDown();
            return Blocking.until(leave, number);
        });
        Watcher stub = world().client().lookup(world().uri(world().server(), "bank"), Watcher.class);
        Running<Integer> running = world().start(() -> stub.seen(7));
        Await.latch(entered);
        world().server().unbind("bank");
        assertThat(Failing.withCode(NOT_FOUND, () -> stub.seen(8)))
                .hasMessageContaining("bank")
                .hasMessageContaining("is no longer bound");
        leave.countDown();
        assertThat(running.get()).isEqualTo(7);
    }

    @Test
    default void listsWhatIsBoundInTheOrderOfTheNames() {
        world().server().bind("b", Watcher.class, number -> number);
        world().server().bind("a", Echo.class, new Echoing());
        Peer peer = world().client().connect(address(world().server()));
        assertThat(peer.bound())
                .containsExactly(
                        new BoundObject("a", Echo.class.getName()), new BoundObject("b", Watcher.class.getName()));
        world().server().unbind("a");
        assertThat(peer.bound()).containsExactly(new BoundObject("b", Watcher.class.getName()));
    }

    @Test
    default void describesWhatIsBound() {
        world().server().bind("echo", Echo.class, new Echoing());
        InterfaceDescription description =
                world().client().connect(address(world().server())).describe("echo");
        assertThat(description.type()).isEqualTo(Echo.class.getName());
        assertThat(description.rmi()).isFalse();
        assertThat(description.methods().stream().map(InterfaceDescription.Method::name))
                .containsExactly("any", "bytes", "person", "text");
        assertThat(description.methods().get(1).result()).isEqualTo("[B");
        assertThat(description.types().stream().map(InterfaceDescription.Type::name))
                .containsExactly(Person.class.getName());
        Failing.withCode(
                NOT_FOUND,
                () -> world().client().connect(address(world().server())).describe("ehco"));
    }

    @Test
    default void looksUpThroughAConnection() {
        world().server().bind("doubler", Watcher.class, number -> 2 * number);
        Peer peer = world().client().connect(address(world().server()));
        assertThat(peer.lookup("doubler", Watcher.class).seen(4)).isEqualTo(8);
        var failure = Failing.withCode(NOT_FOUND, () -> peer.lookup("tripler", Watcher.class));
        assertThat(failure).hasMessageContainingAll("tripler", "doubler");
    }

    @Test
    default void sharesOneConnectionAmongLookups() {
        world().server().bind("one", Watcher.class, number -> number);
        world().server().bind("two", Watcher.class, number -> number);
        Peer peer = world().client().connect(address(world().server()));
        Watcher one = world().client().lookup(world().uri(world().server(), "one"), Watcher.class);
        Watcher two = world().client().lookup(world().uri(world().server(), "two"), Watcher.class);
        assertThat(one.seen(1) + two.seen(2)).isEqualTo(3);
        assertThat(world().client().statistics().sessions()).isEqualTo(1);
        assertThat(world().server().statistics().sessions()).isEqualTo(1);
        assertThat(peer.isOpen()).isTrue();
        assertThat(peer.ping()).isPositive();
        assertThat(peer.identity().kind()).isNotBlank();
    }

    @Test
    default void servesAtEveryAddressThatItListensAt() {
        Endpoint server = world().server();
        server.bind("one", Watcher.class, number -> number + 1);
        URI second = server.listenAt(world().listenAt());
        assertThat(server.addresses()).containsExactly(server.address(), second).doesNotHaveDuplicates();
        assertThat(world().client()
                        .connect(second.toString())
                        .lookup("one", Watcher.class)
                        .seen(1))
                .isEqualTo(2);
    }

    @Test
    default void namesMethodAndParameterThatCannotBeCalled() {
        assertThatThrownBy(() -> world().server().bind("bad", Unspeakable.class, (name, stream) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Unspeakable", "say", "InputStream");
        assertThatThrownBy(() -> world().client().lookup(world().uri(world().server(), "bad"), Unspeakable.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Unspeakable", "say", "InputStream");
        assertThatThrownBy(() -> bindClass(world().server()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Person");
    }

    private static void bindClass(Endpoint server) {
        server.bind("bad", Person.class, Person.named("no interface"));
    }

    /** Has a parameter that cannot travel. */
    interface Unspeakable {
        void say(String name, InputStream stream);
    }

    @Test
    default void looksUpAsAParentOfTheBoundInterfaceOnlyWhatItHas() {
        world().server().bind("scientific", Scientific.class, new Scientist());
        var failure = Failing.thrownBy(() -> world().client()
                .lookup(world().uri(world().server(), "scientific"), Watcher.class)
                .seen(1));
        assertThat(failure).hasMessageContaining(Scientific.class.getName());
    }

    @Test
    default void failsToConnectWithTheAddressInTheMessage() {
        Endpoint gone = world().listen(world().options());
        String address = address(gone);
        gone.close();
        var failure = Failing.withCode(UNAVAILABLE, () -> world().client().connect(address));
        assertThat(failure).hasMessageContaining(address);
    }

    @Test
    default void namesTheSchemesThereAreWhenOneIsNot() {
        assertThatThrownBy(() -> world().client().connect("pigeon://loft"))
                .hasMessageContainingAll("pigeon", world().server().address().getScheme());
    }

    @Test
    default void failsWhereAnAddressIsTaken() {
        String address = address(world().server());
        var failure = Failing.withCode(UNAVAILABLE, () -> Endpoint.listen(address, world().options()));
        assertThat(failure).hasMessageContaining(address);
    }

    @Test
    default void showsAStubAsWhatItStandsFor() {
        world().server().bind("one", Watcher.class, number -> number);
        String uri = world().uri(world().server(), "one");
        Watcher stub = world().client().lookup(uri, Watcher.class);
        assertThat(stub.toString()).contains("one").contains(Watcher.class.getSimpleName());
        assertThat(stub)
                .isEqualTo(world().client().lookup(uri, Watcher.class))
                .hasSameHashCodeAs(world().client().lookup(uri, Watcher.class));
        assertThat(List.of(stub)).doesNotContain(world().serve(Watcher.class, number -> number));
    }
}
