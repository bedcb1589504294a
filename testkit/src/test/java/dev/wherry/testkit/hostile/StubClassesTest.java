package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A peer that sends references with ever new sets of interfaces, some of which are not public: each set needs a class.
 */
final class StubClassesTest {
    private static final int METHOD = 100;
    private static final int METHOD_OF_MANY = 101;
    private static final int ARRAY_LIST = 18;
    /** The number of sets that the session of a correct program may have. */
    private static final int FEW_HUNDRED = 300;

    public interface A extends Remote {
        int a() throws RemoteException;
    }

    public interface B extends Remote {
        int b() throws RemoteException;
    }

    interface C extends Remote {
        int c() throws RemoteException;
    }

    public interface D extends Remote {}

    public interface E extends Remote {}

    public interface F extends Remote {}

    public interface G extends Remote {}

    interface H extends Remote {}

    interface I extends Remote {}

    interface J extends Remote {}

    interface K extends Remote {}

    private static final List<Class<?>> NAMED =
            List.of(B.class, C.class, D.class, E.class, F.class, G.class, H.class, I.class, J.class, K.class);

    public interface Hub extends Remote {
        String put(A object) throws RemoteException;

        int putAll(List<A> objects) throws RemoteException;
    }

    record Both(int a, int b, int c) implements A, B, C {}

    private static final class Keeping implements Hub {
        final List<WeakReference<Class<?>>> classes = Collections.synchronizedList(new ArrayList<>());
        final List<A> kept = Collections.synchronizedList(new ArrayList<>());
        final boolean keeps;

        Keeping(boolean keeps) {
            this.keeps = keeps;
        }

        @Override
        public String put(A object) {
            classes.add(new WeakReference<>(object.getClass()));
            if (keeps) {
                kept.add(object);
            }
            return Stream.of(A.class, B.class, C.class)
                    .filter(each -> each.isInstance(object))
                    .map(Class::getSimpleName)
                    .collect(Collectors.joining());
        }

        @Override
        public int putAll(List<A> objects) {
            objects.forEach(this::put);
            return objects.size();
        }
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private long calls = 1_000;

    private Endpoint server(Hub hub) {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("hub", Hub.class, hub);
        return server;
    }

    private static RawPeer attacker(Endpoint server) throws Exception {
        RawPeer peer = RawPeer.handshake(server.address());
        peer.send(RawPeer.define(
                METHOD, Hub.class.getName(), "put(" + A.class.descriptorString() + ")Ljava/lang/String;"));
        peer.send(RawPeer.define(METHOD_OF_MANY, Hub.class.getName(), "putAll(Ljava/util/List;)I"));
        for (int i = 0; i < NAMED.size(); i++) {
            String name = NAMED.get(i).getName();
            peer.send(RawPeer.frame(RawPeer.DEFINE, 0, i, to -> {
                to.writeByte(1);
                to.writeText(name);
            }));
        }
        return peer;
    }

    /** Writes an object with the interfaces of a bit mask, in addition to the declared one. */
    private static void object(int set, Out to) {
        to.writeSize(3);
        RawValues.exported(
                2L * set + 1,
                0,
                in -> {
                    in.writeSize(Integer.bitCount(set));
                    for (int i = 0; i < NAMED.size(); i++) {
                        if ((set >> i & 1) != 0) {
                            in.writeSize(i);
                        }
                    }
                },
                to);
    }

    /**
     * Calls with an object that has the interfaces of a bit mask, in addition to the declared one. Returns the type of
     * the answer.
     */
    private int put(RawPeer peer, int set) throws Exception {
        peer.send(RawPeer.call(++calls, 2, METHOD, to -> object(set, to)));
        return peer.answerOrCall().type();
    }

    /** Calls with a number of objects, each with another set of interfaces. Returns the answer. */
    private RawPeer.Frame putAll(RawPeer peer, int count) throws Exception {
        peer.sendFragments(RawPeer.call(++calls, 2, METHOD_OF_MANY, to -> {
            CostlyValues.head(to, ARRAY_LIST);
            to.writeSize(count);
            to.writeByte(0);
            for (int set = 1; set <= count; set++) {
                object(set, to);
            }
        }));
        return peer.answerOrCall();
    }

    private String honest(Endpoint server) throws RemoteException {
        Endpoint client = endpoints.watch(Endpoint.create());
        return client.lookup(server.address() + "/hub", Hub.class).put(new Both(1, 2, 3));
    }

    @Test
    void areLimitedPerMessage() throws Exception {
        Endpoint server = server(new Keeping(false));
        try (RawPeer peer = attacker(server)) {
            assertThat(putAll(peer, 8).type()).isEqualTo(RawPeer.REPLY);
            RawPeer.Frame refused = putAll(peer, 100);
            assertThat(refused.type()).isEqualTo(RawPeer.FAILURE);
            assertThat(new String(refused.body(), StandardCharsets.ISO_8859_1))
                    .contains("Making stubs of several interfaces");
            assertThat(honest(server)).isEqualTo("ABC");
        }
    }

    @Test
    void areMadeForAFewHundredSetsOfOneSession() throws Exception {
        Keeping hub = new Keeping(true);
        Endpoint server = server(hub);
        try (RawPeer peer = attacker(server)) {
            for (int set = 1; set <= FEW_HUNDRED; set++) {
                assertThat(put(peer, set)).as("set %s", set).isEqualTo(RawPeer.REPLY);
            }
        }
        assertThat(hub.kept.stream().map(Object::getClass).distinct()).hasSizeGreaterThan(FEW_HUNDRED / 2);
        hub.kept.clear(); // other tests use the same classes
    }

    @Test
    void doNotAffectOthersAndAreUnloaded() throws Exception {
        Keeping hub = new Keeping(false);
        Endpoint server = server(hub);
        try (RawPeer peer = attacker(server)) {
            for (int set = 1; set < 1 << NAMED.size(); set++) {
                put(peer, set);
            }
        }
        assertThat(hub.classes.stream().map(WeakReference::get).distinct()).hasSizeGreaterThan(1);
        assertThat(honest(server)).isEqualTo("ABC");
        server.unbind("hub");
        Await.until("all classes of stubs to be unloaded", () -> {
            System.gc();
            return hub.classes.stream().allMatch(each -> each.get() == null);
        });
    }

    @Test
    void areLimitedWhileTheirStubsAreReferenced() throws Exception {
        Keeping hub = new Keeping(true);
        Endpoint server = server(hub);
        try (RawPeer peer = attacker(server)) {
            int refused = 0;
            for (int set = 1; set < 1 << NAMED.size(); set++) {
                refused += put(peer, set) == RawPeer.REPLY ? 0 : 1;
            }
            assertThat(refused).isPositive();
            assertThat(honest(server)).isEqualTo("ABC");
            hub.kept.clear();
            Await.until("calls to be served once the stubs are collected", () -> {
                System.gc();
                try {
                    return put(peer, (1 << NAMED.size()) - 1) == RawPeer.REPLY;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }
}
