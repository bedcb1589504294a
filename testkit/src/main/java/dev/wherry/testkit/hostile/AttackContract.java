package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Codec;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The tests with values that are made to keep a reader busy, at each position where a peer's value is read. Each value
 * is refused with an exception that callers know, for little processor time. Calls of another client continue
 * meanwhile.
 */
public abstract class AttackContract {
    /**
     * Reading the largest values that a message may have takes 30 ms on a quiet machine of 3 GHz, and several times as long where
     * others use the processor. An attack that is not refused takes seconds at least.
     */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /**
     * The number of attempts, of which the cheapest counts: other threads of this process use processor time as well.
     */
    private static final int TIMES = 40;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    // Numbers of definitions that the definitions of attacks do not use.
    static final int METHODS = 200;
    private static final int SOURCE = 90;

    static final String HOST = "dev.wherry.mobility.internal.tasks.TaskHost";
    private static final String PARCELS = "dev/wherry/mobility/internal/parcels/Parcel";
    static final String CALL =
            "call(JL" + HOST.replace('.', '/') + "$Opening;L" + PARCELS + ";)L" + PARCELS + "$Reply;";
    static final long HOST_OF_TASKS = 1 << 20;

    /** Closed last: the called side is closed after its callers. */
    @Order(1)
    @RegisterExtension
    final RawServer rawServer = new RawServer();

    @Order(2)
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicInteger rounds = new AtomicInteger();
    /** Held by the other client for each of its calls, and by an attack that is to have the process for itself. */
    private final ReentrantLock turn = new ReentrantLock(true);

    Endpoint server;
    private Running<Integer> good;
    long lastCall;

    /** For subclasses. JUnit creates one instance per test. */
    protected AttackContract() {}

    /** Returns the codec to attack, as the service loader finds it. */
    protected abstract Codec codec();

    /** One action of a peer. */
    interface Step {
        void run() throws Exception;
    }

    final EndpointOptions options() {
        return EndpointOptions.builder().codecs(codec().name()).build();
    }

    @BeforeEach
    void start() {
        server = served(options());
        server.bind("good", Watcher.class, number -> number + 1);
        Endpoint client = endpoints.watch(Endpoint.create(options()));
        String uri = server.address() + "/good";
        good = Running.start(() -> {
            Watcher stub = client.lookup(uri, Watcher.class);
            for (int i = 0; !stop.get(); i++) {
                turn.lock();
                try {
                    assertThat(stub.seen(i)).isEqualTo(i + 1);
                } finally {
                    turn.unlock();
                }
                rounds.incrementAndGet();
                Thread.sleep(1); // lets the attack use the processors too
            }
            return rounds.get();
        });
        Await.until("the first calls of another client", () -> rounds.get() > 3 || good.isDone());
    }

    final Endpoint served(EndpointOptions options) {
        Endpoint endpoint = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", options));
        endpoint.bind("inbox", Inbox.class, new AttackedInbox());
        return endpoint;
    }

    @AfterEach
    void checkThatOtherCallsContinue() throws Exception {
        stop.set(true);
        assertThat(good.get()).isPositive();
    }

    private Stream<DynamicTest> each(Consumer<Attack> test) {
        return HostileSender.attacks(codec()).stream()
                .map(attack -> DynamicTest.dynamicTest(attack.toString(), () -> test.accept(attack)));
    }

    /**
     * Runs an attack until it was cheap. Fails if it never is. On a busy machine an attack takes long, and the other client
     * needs the processor meanwhile: so that one waits from the fourth time on.
     */
    final void assertCheap(String what, Step attack) {
        long least = Long.MAX_VALUE;
        int before = rounds.get();
        try {
            for (int i = 0; i < TIMES && least > MOST_NANOS; i++) {
                boolean alone = i > 2;
                if (alone) {
                    turn.lock();
                }
                try {
                    long begun = PROCESS.getProcessCpuTime();
                    attack.run();
                    least = Math.min(least, PROCESS.getProcessCpuTime() - begun);
                } finally {
                    if (alone) {
                        turn.unlock();
                    }
                }
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(what + ": " + e.getMessage(), e);
        }
        assertThat(least).as("nanoseconds of processor time for %s", what).isLessThanOrEqualTo(MOST_NANOS);
        Await.until("calls of another client to continue", () -> rounds.get() > before || good.isDone());
    }

    final RawPeer peer(URI address, Attack attack) throws IOException {
        RawPeer peer = RawPeer.handshake(address, codec().name());
        for (var each : attack.definitions().entrySet()) {
            peer.send(RawPeer.define(each.getKey(), each.getValue()));
        }
        for (AttackPosition place : AttackPosition.values()) {
            peer.send(RawPeer.define(place.number(), Inbox.class.getName(), place.method));
        }
        defineSource(peer);
        return peer;
    }

    private static void defineSource(RawPeer peer) throws IOException {
        peer.send(RawPeer.frame(RawPeer.DEFINE, 0, SOURCE, to -> {
            to.writeByte(1);
            to.writeText(Inbox.Source.class.getName());
        }));
    }

    final long inbox() {
        return 2; // the first bound object
    }

    @TestFactory
    Stream<DynamicTest> refusesArgumentsAndAnswersOfClients() {
        return each(attack -> {
            for (AttackPosition place : AttackPosition.values()) {
                if (place.takes(attack)) {
                    attackServer(place, attack);
                }
            }
        });
    }

    private void attackServer(AttackPosition place, Attack attack) {
        try (RawPeer peer = peer(server.address(), attack)) {
            assertCheap(place + " of a server", () -> {
                long id = ++lastCall;
                if (place.isAnswer()) {
                    askedBack(place, attack, peer, id, to -> {
                        to.writeSize(1);
                        to.writeSize(SOURCE);
                    });
                } else {
                    peer.sendFragments(RawPeer.call(id, inbox(), place.number(), attack::write));
                    assertRefused(attack, peer.answerOrCall(), id);
                }
            });
            peer.assertAlive();
        } catch (IOException e) {
            throw new AssertionError(place + ": " + e, e);
        }
    }

    /** Makes a call, and answers the call that the server makes back. */
    private void askedBack(AttackPosition place, Attack attack, RawPeer peer, long id, Consumer<Out> interfaces)
            throws IOException {
        peer.send(RawPeer.call(id, inbox(), place.number(), to -> {
            to.writeByte(codec().name().equals("java") ? 1 : 3); // not null
            RawValues.exported(2 * id + 1, 0, interfaces, to);
        }));
        RawPeer.Frame back = peer.answerOrCall();
        assertThat(back.type()).as("the type of a call back").isEqualTo(RawPeer.CALL);
        peer.sendFragments(place.answer(back.id(), attack));
        RawPeer.Frame answer = peer.answerOrCall();
        assertThat(answer.type()).as("the answer's type").isEqualTo(RawPeer.REPLY);
        assertThat(answer.id()).isEqualTo(id);
        boolean refused = answer.body()[0] != 0;
        assertThat(refused || attack.harmless()).as("refused").isTrue();
    }

    private static void assertRefused(Attack attack, RawPeer.Frame answer, long id) {
        RawPeer.Frame frame = answer;
        assertThat(frame.id()).isEqualTo(id);
        if (attack.harmless() && frame.type() == RawPeer.REPLY) {
            return;
        }
        assertThat(frame.type()).as("the answer's type").isEqualTo(RawPeer.FAILURE);
        assertThat(code(frame)).isEqualTo(Code.CODEC);
    }

    @SuppressWarnings("EnumOrdinal") // the order is that of the protocol
    static Code code(RawPeer.Frame failure) {
        In body = failure.in();
        assertThat(body.readByte()).as("sent as text").isZero();
        return Code.values()[body.readByte()];
    }

    @TestFactory
    Stream<DynamicTest> refusesAnswersOfServers() {
        return each(attack -> {
            Endpoint client = endpoints.watch(Endpoint.create(
                    options().toBuilder().lanes(0).drain(Duration.ZERO).build()));
            try (HostileServer session = new HostileServer(rawServer, client, codec().name(), attack)) {
                for (AttackPosition place : AttackPosition.values()) {
                    if (place.isAnswer() && place.takes(attack)) {
                        assertCheap(place + " of a client", () -> session.attack(place));
                    }
                }
            } catch (Exception e) {
                throw new AssertionError(e.toString(), e);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> refusesTasksWithMobilityOff() {
        return each(attack -> attackTasks(server.address(), attack, Code.REFUSED));
    }

    @TestFactory
    Stream<DynamicTest> refusesTasksWithMobilityOn() {
        Endpoint host =
                served(options().toBuilder().with(MobilityPolicy.acceptAnyone()).build());
        return each(attack -> attackTasks(host.address(), attack, Code.CODEC));
    }

    private void attackTasks(URI address, Attack attack, Code expected) {
        if (attack.form() != Form.BARE) {
            return;
        }
        try (RawPeer peer = peer(address, attack)) {
            peer.send(RawPeer.define(METHODS + 50, HOST, CALL));
            assertCheap("the opening of a task", () -> {
                long id = ++lastCall;
                peer.sendFragments(RawPeer.call(id, HOST_OF_TASKS, METHODS + 50, to -> {
                    number(1, to);
                    attack.write(to);
                    to.writeByte(0);
                }));
                assertThat(code(peer.answerOrCall())).isEqualTo(expected);
            });
            peer.assertAlive();
        } catch (IOException e) {
            throw new AssertionError(e.toString(), e);
        }
    }

    /** Writes null for a declared type that is not primitive. */
    private void nothing(Out to) {
        if (codec().name().equals("java")) {
            ObjectStreamBytes.writeFirst(new byte[] {0x70}, to);
        } else {
            to.writeByte(0);
        }
    }

    final void number(long value, Out to) {
        if (codec().name().equals("java")) {
            to.writeLong(value);
        } else {
            to.writeVarLong(value);
        }
    }

    /**
     * Checks that no codec reads a context: an attack in an entry of bytes costs no more than these, and entries of
     * unknown kinds are ignored.
     */
    @TestFactory
    Stream<DynamicTest> readsNoValueFromAContext() {
        return each(attack -> {
            assertCheap("a context entry of bytes", () -> attackContext(attack, 3));
            assertCheap("a context entry of an unknown kind", () -> attackContext(attack, 4));
        });
    }

    private void attackContext(Attack attack, int kind) throws IOException {
        try (RawPeer peer = peer(server.address(), attack)) {
            peer.sendFragments(RawPeer.frame(RawPeer.CALL, 0, 1, to -> {
                to.writeLongSize(inbox());
                to.writeSize(AttackPosition.ANY.number());
                to.writeLongSize(30_000);
                to.writeLongSize(0);
                to.writeSize(1);
                to.writeText("tenant");
                to.writeByte(kind);
                if (kind == 3) {
                    to.writeSize(attack.bytes().length);
                }
                attack.write(to);
                nothing(to);
            }));
            if (kind == 3) {
                assertThat(peer.answerOrCall().type()).isEqualTo(RawPeer.REPLY);
            } else {
                assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            }
        }
    }

    /**
     * Sends names that would be expensive to look up, to print or to resolve. Such a method is refused; a reference
     * loses such interfaces.
     */
    @TestFactory
    Stream<DynamicTest> refusesUnknownNamesAtLowCost() {
        String huge = "x".repeat(4_000);
        return Stream.of(
                        "take(" + "[".repeat(255) + "Ljava/io/EOFException;)V",
                        "take(" + "Ljava/lang/Object;".repeat(200) + ")V",
                        "take(" + "(".repeat(4_000),
                        huge,
                        "take(L" + huge + ";)V")
                .map(name -> DynamicTest.dynamicTest(name.substring(0, 20), () -> attackByName(name)));
    }

    private void attackByName(String name) throws Exception {
        try (RawPeer peer = RawPeer.handshake(server.address(), codec().name())) {
            int interfaces = 63;
            for (int i = 0; i < interfaces; i++) {
                String type = i % 2 == 0 ? name + i : "[".repeat(i) + "L" + name + ";";
                peer.send(RawPeer.frame(RawPeer.DEFINE, 0, i, to -> {
                    to.writeByte(1);
                    to.writeText(type);
                }));
            }
            defineSource(peer);
            peer.send(RawPeer.define(METHODS, Inbox.class.getName(), name));
            peer.send(RawPeer.define(
                    AttackPosition.ANY_ANSWER.number(), Inbox.class.getName(), AttackPosition.ANY_ANSWER.method));
            assertCheap("a method", () -> {
                long id = ++lastCall;
                peer.send(RawPeer.call(id, inbox(), METHODS));
                assertThat(code(peer.answerOrCall())).isEqualTo(Code.NOT_FOUND);
            });
            Attack senseless = Attack.of("senseless", Form.BARE, Map.of(), to -> to.writeByte(0xff));
            assertCheap("a reference", () -> {
                long id = ++lastCall;
                askedBack(AttackPosition.ANY_ANSWER, senseless, peer, id, to -> {
                    to.writeSize(interfaces + 1);
                    for (int i = 0; i < interfaces; i++) {
                        to.writeSize(i);
                    }
                    to.writeSize(SOURCE);
                });
            });
            peer.assertAlive();
        }
    }
}
