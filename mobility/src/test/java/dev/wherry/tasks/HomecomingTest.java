package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results and exceptions of classes that the sender lacks. The host's classes are shipped, as those of tasks are. */
class HomecomingTest {
    private static final String OF_HOST = "acme.stock.";

    private final ClassLoader stock = Compiled.loader(
            HomecomingTest.class.getClassLoader(),
            "acme.stock.Item",
            "package acme.stock; public record Item(String name, acme.stock.Price price) implements Runnable"
                    + " { public void run() { throw new Missing(name, new IllegalStateException(\"cause\")); }"
                    + " public String toString() { return name + price; } }",
            "acme.stock.Price",
            "package acme.stock; public record Price(int cents) {}",
            "acme.stock.Missing",
            "package acme.stock; public class Missing extends RuntimeException { public final Price asked = new"
                    + " Price(7); public Missing(String m, Throwable c) { super(m, c); } }");
    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void listens() {
        server =
                Hosts.listen(MobilityPolicy.builder().acceptAnyone().host(stock).build());
    }

    @AfterEach
    void closes() {
        client.close();
        server.close();
    }

    private Peer connect(EndpointOptions options) {
        client = Endpoint.create(options);
        return client.connect(server.address().toString());
    }

    private static Object make(String name) throws Exception {
        Class<?> price =
                Class.forName(OF_HOST + "Price", true, Thread.currentThread().getContextClassLoader());
        Object two = price.getConstructor(int.class).newInstance(2);
        return price.getClassLoader()
                .loadClass(OF_HOST + "Item")
                .getConstructor(String.class, price)
                .newInstance(name, two);
    }

    @Test
    void bringsAnObjectWhoseClassTheHostHas() throws Exception {
        Peer peer = connect(
                EndpointOptions.builder().with(MobilityPolicy.acceptAnyone()).build());
        Object item = Tasks.at(peer).call(() -> make("tea"));
        assertThat(item).hasToString("teaPrice[cents=2]");
        assertThat(item.getClass().getClassLoader()).isNotSameAs(stock);
        assertThat(Tasks.at(peer).call(() -> List.of(make("a"), make("b"))).getFirst())
                .as("the same class again")
                .hasSameClassAs(item);
        assertThat(Tasks.at(peer).call(new Echo(item)))
                .as("sent back, and home again")
                .isEqualTo(item);
    }

    record Echo(Object value) implements Task<Object> {
        @Override
        public Object call() {
            return value;
        }
    }

    @Test
    void throwsAnExceptionWhoseClassTheHostHas() {
        Peer peer = connect(
                EndpointOptions.builder().with(MobilityPolicy.acceptAnyone()).build());
        assertThatThrownBy(() -> Tasks.at(peer).run(() -> fail("tea")))
                .hasMessage("tea")
                .satisfies(e -> assertThat(e.getClass().getName()).isEqualTo(OF_HOST + "Missing"))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cause");
    }

    private static void fail(String name) {
        try {
            ((Runnable) make(name)).run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void isRefusedBySendersThatTakeNoCodeIn() throws Exception {
        Peer peer = connect(EndpointOptions.defaults());
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> make("tea")))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC))
                .hasMessageContaining(OF_HOST + "Item");
        assertThatThrownBy(() -> Tasks.at(peer).run(() -> fail("tea")))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.remoteClass()).isEqualTo(OF_HOST + "Missing"))
                .hasMessageContaining("tea");
        assertThat(Tasks.at(peer).call(() -> 1)).as("the next one").isEqualTo(1);
    }

    @Test
    void isRefusedBySendersThatTakeOtherPackages() {
        Peer peer = connect(EndpointOptions.builder()
                .with(MobilityPolicy.builder().acceptAnyone().deny("acme.*").build())
                .build());
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> make("tea")))
                .isInstanceOf(CallException.class)
                .hasMessageContaining(OF_HOST)
                .hasMessageContaining("allowed packages");
    }

    @Test
    void saysWhatCannotTravelHome() throws Exception {
        Peer peer = connect(EndpointOptions.defaults());
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> (Object) Runtime.getRuntime()))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC))
                .hasMessageContaining("java.lang.Runtime");
        assertThat(Tasks.at(peer).call(() -> 1)).as("the next one").isEqualTo(1);
    }

    @Test
    void throwsWhatTheTaskThrewWithItsCausesAndSuppressed() {
        Peer peer = connect(EndpointOptions.defaults());
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> {
                    Refused refused = new Refused(new Reason("stale", 3), new java.io.IOException("disk"));
                    refused.addSuppressed(new Refused(new Reason("other", 4), null));
                    throw refused;
                }))
                .isInstanceOfSatisfying(Refused.class, e -> {
                    assertThat(e.reason).isEqualTo(new Reason("stale", 3));
                    assertThat(e.getSuppressed()[0]).isInstanceOf(Refused.class);
                })
                .cause()
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("disk");
    }

    record Reason(String word, int number) {}

    static class Refused extends Exception {
        final Reason reason;

        Refused(Reason reason, Throwable cause) {
            super(reason.word(), cause);
            this.reason = reason;
        }
    }

    /** No code of the test names it but in a string: nobody announces it. */
    public record Unforeseen(int number) {}

    @Test
    void bringsWhatOnlyReflectionHasFoundWhereItIsRegistered() throws Exception {
        String name = HomecomingTest.class.getName() + "$Unforeseen";
        Peer peer =
                connect(EndpointOptions.builder().register(Class.forName(name)).build());
        assertThat(Tasks.at(peer).call(() -> unforeseen(name))).hasToString("Unforeseen[number=3]");
        client.close();
        Peer strict = connect(EndpointOptions.defaults());
        assertThatThrownBy(() -> Tasks.at(strict).call(() -> unforeseen(name)))
                .as("or a host could have any class made here by asking for its code")
                .isInstanceOf(CallException.class)
                .hasMessageContaining("Unforeseen")
                .hasMessageContaining("register");
    }

    private static Object unforeseen(String name) throws ReflectiveOperationException {
        ClassLoader there = Thread.currentThread().getContextClassLoader();
        return Class.forName(name, true, there).getConstructor(int.class).newInstance(3);
    }

    @Test
    void tellsErrorsInWords() {
        Peer peer = connect(EndpointOptions.defaults());
        assertThatThrownBy(() -> Tasks.at(peer).run(() -> {
                    throw new AssertionError("broken there");
                }))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("broken there");
    }

    record Own(String word) {}

    static class OwnFailure extends RuntimeException {
        OwnFailure(String message) {
            super(message);
        }
    }

    @ByReference
    interface Listener {
        void heard(Own own);
    }

    /** A policy decides about received code. A side's own classes that return to it are not received code. */
    @Test
    void bringsTheSendersOwnWhateverItsPolicySays() throws Exception {
        server.close();
        server = Hosts.listen(Hosts.without(MobilityPolicy.acceptAnyone(), HomecomingTest.class));
        PublicKey others =
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic();
        for (MobilityPolicy policy : List.of(
                MobilityPolicy.off(),
                MobilityPolicy.acceptSignedBy(others),
                MobilityPolicy.builder().acceptAnyone().allow("com.other").build(),
                MobilityPolicy.builder().acceptAnyone().deny("dev.wherry.tasks").build())) {
            Queue<CodeReceived> records = new ConcurrentLinkedQueue<>();
            Peer peer = connect(EndpointOptions.builder()
                    .with(policy.toBuilder().recorder(records::add).build())
                    .build());
            Own own = new Own("mine");
            assertThat(Tasks.at(peer).call(() -> own)).as("%s", policy).isEqualTo(own);
            assertThat(Tasks.at(peer).call(() -> new Own("made there"))).isEqualTo(new Own("made there"));
            assertThatThrownBy(() -> Tasks.at(peer).run(() -> {
                        throw new OwnFailure("on purpose");
                    }))
                    .isInstanceOf(OwnFailure.class);
            List<Own> heard = new CopyOnWriteArrayList<>();
            Listener listener = heard::add;
            Tasks.at(peer).run(() -> listener.heard(new Own("called")));
            assertThat(heard).containsExactly(new Own("called"));
            assertThat(records).isEmpty();
            client.close();
        }
    }
}
