package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.rmi.registry.Location;
import dev.wherry.rmi.registry.Names;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.rmi.AccessException;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.server.ExportException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.ServerNotActiveException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The replacements of Java RMI's classes in one JVM. Stubs that are looked up by name still call over a socket. */
class RegistryTest {
    interface Named extends Remote {
        String name() throws RemoteException;
    }

    interface Counter extends Remote {
        int next() throws RemoteException;

        String client() throws RemoteException, ServerNotActiveException;

        Remote named(String name) throws RemoteException;

        Object same(Object value) throws RemoteException;
    }

    static class Both extends UnicastRemoteObject implements Counter, Named {
        private int last;

        Both() throws RemoteException {}

        @Override
        public int next() {
            return ++last;
        }

        @Override
        public String client() throws ServerNotActiveException {
            return getClientHost();
        }

        @Override
        public Remote named(String name) throws RemoteException {
            Named named = () -> name;
            UnicastRemoteObject.exportObject(named, 0);
            return named;
        }

        @Override
        public Object same(Object value) {
            return value;
        }

        @Override
        public String name() {
            return "both";
        }
    }

    private static int port;
    private static Registry local;

    private final List<Remote> exported = new ArrayList<>();

    @BeforeAll
    static void create() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        local = LocateRegistry.createRegistry(port);
    }

    @AfterEach
    void unexport() throws Exception {
        for (Remote each : exported) {
            UnicastRemoteObject.unexportObject(each, true);
        }
        for (String name : local.list()) {
            local.unbind(name);
        }
    }

    private Both both() throws RemoteException {
        Both object = new Both();
        exported.add(object);
        return object;
    }

    private static String name(String name) {
        return "//localhost:" + port + "/" + name;
    }

    @Test
    void findsAnObjectAsAllItsInterfaces() throws Exception {
        Both object = both();
        Naming.bind(name("both"), object);
        Remote stub = Naming.lookup(name("both"));
        assertThat(Calls.isStub(stub)).isTrue();
        assertThat(((Counter) stub).next()).isEqualTo(1);
        assertThat(((Named) stub).name()).isEqualTo("both");
        local.rebind("mine", object);
        assertThat(local.lookup("mine")).isSameAs(object);
        local.unbind("mine");
        assertThat(Naming.list(name(""))).containsExactly(name("both"));
    }

    @Test
    void isReachedByIpv6AndByIpv4() throws Exception {
        local.bind("both", both());
        for (String host : List.of("[::1]", "127.0.0.1")) {
            Counter stub = (Counter) Naming.lookup("//" + host + ":" + port + "/both");
            assertThat(InetAddress.getByName(stub.client()).isLoopbackAddress()).isTrue();
        }
    }

    @Test
    void replacesABindingButNotExistingStubs() throws Exception {
        Registry registry = LocateRegistry.getRegistry(port);
        registry.rebind("counter", both());
        Counter old = (Counter) registry.lookup("counter");
        assertThat(old.next()).isEqualTo(1);
        registry.rebind("counter", both());
        Counter fresh = (Counter) registry.lookup("counter");
        assertThat(fresh.next()).isEqualTo(1);
        assertThat(old.next()).isEqualTo(2);
        assertThatThrownBy(() -> registry.bind("counter", both())).isInstanceOf(AlreadyBoundException.class);
        registry.unbind("counter");
        assertThatThrownBy(() -> registry.lookup("counter"))
                .isInstanceOf(NotBoundException.class)
                .hasMessage("counter");
        assertThatThrownBy(() -> registry.unbind("counter")).isInstanceOf(NotBoundException.class);
        assertThat(old.next()).isEqualTo(3);
    }

    @Test
    void bindsAStubThatWasLookedUp() throws Exception {
        Naming.rebind(name("one"), both());
        Naming.rebind(name("two"), Naming.lookup(name("one")));
        assertThat(((Named) Naming.lookup(name("two"))).name()).isEqualTo("both");
        Remote named = ((Counter) Naming.lookup(name("one"))).named("ann");
        Naming.rebind(name("three"), named);
        assertThat(((Named) Naming.lookup(name("three"))).name()).isEqualTo("ann");
    }

    private static Names served() {
        return RmiEndpoint.get().lookup("tcp://localhost:" + port + "/" + Names.NAME, Names.class);
    }

    /** A class loader that records the requested names. */
    private static final class Asked extends ClassLoader {
        final List<String> names = new ArrayList<>();

        Asked() {
            super(RegistryTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void loadsOnlyRemoteInterfacesByTheNamesOfARegistry() throws Exception {
        Location real = ExportedObjects.locate(both());
        List<String> interfaces = List.of("javax.swing.JTable", Both.class.getName(), "[[I", Counter.class.getName());
        served().bind("both", new Location(real.host(), real.port(), real.name(), interfaces), false);
        Asked loader = new Asked();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            assertThat(((Counter) Naming.lookup(name("both"))).next()).isEqualTo(1);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(loader.names)
                .contains(Counter.class.getName())
                .doesNotContain("javax.swing.JTable", Both.class.getName(), "[[I");
    }

    @Test
    void refusesNamesThatAreNullOrLong() throws Exception {
        Location location = ExportedObjects.locate(both());
        Names names = served();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> names.find(null),
                () -> names.unbind(null),
                () -> names.bind(null, location, true),
                () -> names.bind("both", null, true))) {
            assertThatThrownBy(call).hasRootCauseInstanceOf(AccessException.class);
        }
        String longest = "n".repeat(1_024);
        assertThat(names.bind(longest, location, false)).isTrue();
        assertThatThrownBy(() -> names.bind(longest + "n", location, false)).hasMessageContaining("1024 characters");
        assertThatThrownBy(() -> local.rebind(longest + "n", both())).isInstanceOf(AccessException.class);
        assertThatThrownBy(() -> new Location("", 0, "both", List.of("i".repeat(1_025))))
                .hasMessageContaining("1024 characters");
        assertThat(names.find("x".repeat(5_000))).isNull();
        assertThat(names.list()).containsExactly(longest);
    }

    @Test
    void releasesTheCharactersOfUnboundNames() throws Exception {
        Location location = new Location("h".repeat(1_024), 1, "n", Collections.nCopies(63, "i".repeat(1_024)));
        int most = (64 << 20) / location.characters();
        Names names = served();
        for (int i = 0; i < most - 1; i++) {
            names.bind("n" + i, location, false);
            names.bind("n" + i, location, true);
        }
        assertThatThrownBy(() -> {
                    names.bind("more", location, false);
                    names.bind("too many", location, false);
                })
                .hasMessageContaining("characters already");
        names.unbind("n0");
        names.bind("n0", location, false);
    }

    @Test
    void passesExportedObjectsByReferenceForOpenTypes() throws Exception {
        Both object = both();
        Naming.rebind(name("counter"), object);
        Counter counter = (Counter) Naming.lookup(name("counter"));
        assertThat(((Named) counter.named("ann")).name()).isEqualTo("ann");
        assertThat(counter.same(object)).isSameAs(object);
        assertThat(counter.same(List.of(object, "x"))).isEqualTo(List.of(object, "x"));
    }

    @Test
    void namesTheClientOnlyDuringACall() throws Exception {
        Naming.rebind(name("counter"), both());
        assertThat(((Counter) Naming.lookup(name("counter"))).client()).isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
        assertThatThrownBy(RemoteServer::getClientHost).isInstanceOf(ServerNotActiveException.class);
    }

    @Test
    void refusesCallsOfAnUnexportedObject() throws Exception {
        Both object = new Both();
        Naming.rebind(name("counter"), object);
        Counter counter = (Counter) Naming.lookup(name("counter"));
        Counter passed = (Counter) RemoteObject.toStub(object);
        assertThat(passed.next()).isEqualTo(1);
        assertThat(UnicastRemoteObject.unexportObject(object, true)).isTrue();
        assertThatThrownBy(counter::next).isInstanceOf(NoSuchObjectException.class);
        assertThatThrownBy(() -> UnicastRemoteObject.unexportObject(object, true))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("object not exported");
        assertThatThrownBy(() -> RemoteObject.toStub(object)).isInstanceOf(NoSuchObjectException.class);
        assertThatThrownBy(() -> Naming.rebind(name("counter"), object)).isInstanceOf(NoSuchObjectException.class);
    }

    @Test
    void exportsAnUnexportedObjectAgain() throws Exception {
        Both object = new Both();
        UnicastRemoteObject.unexportObject(object, true);
        assertThat(UnicastRemoteObject.exportObject(object, 0)).isSameAs(object);
        exported.add(object);
        Naming.rebind(name("counter"), object);
        assertThat(((Counter) Naming.lookup(name("counter"))).next()).isEqualTo(1);
    }

    @Test
    void exportsOnlyCallableObjectsAndOnlyOnce() throws Exception {
        Both object = both();
        assertThatThrownBy(() -> UnicastRemoteObject.exportObject(object, 0))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("object already exported");
        assertThatThrownBy(() -> UnicastRemoteObject.exportObject(new Remote() {}, 0))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("extends java.rmi.Remote");
    }

    @Test
    void exportsAtAPort() throws Exception {
        int at;
        try (ServerSocket free = new ServerSocket(0)) {
            at = free.getLocalPort();
            Named named = () -> "never";
            assertThatThrownBy(() -> UnicastRemoteObject.exportObject(named, at))
                    .isInstanceOf(ExportException.class);
        }
        Named named = () -> "at a port";
        UnicastRemoteObject.exportObject(named, at);
        exported.add(named);
        Naming.rebind(name("named"), named);
        assertThat(((Named) Naming.lookup(name("named"))).name()).isEqualTo("at a port");
        assertThat(RmiEndpoint.get().addresses()).anyMatch(address -> address.getPort() == at);
    }

    @Test
    void refusesSocketFactoriesByDefault() throws Exception {
        Named named = () -> "plain";
        RMIClientSocketFactory encrypts = new SslRMIClientSocketFactory();
        assertThatThrownBy(() -> UnicastRemoteObject.exportObject(named, 0, encrypts, null))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("SslRMIClientSocketFactory")
                .hasMessageContaining("-Dwherry.rmi.socketFactories=ignore");
        assertThatThrownBy(() -> LocateRegistry.getRegistry("localhost", port, encrypts))
                .isInstanceOf(ExportException.class);
        assertThatThrownBy(() -> LocateRegistry.createRegistry(0, encrypts, null))
                .isInstanceOf(ExportException.class);
        UnicastRemoteObject.exportObject(named, 0, null, null);
        exported.add(named);
        LocateRegistry.getRegistry("localhost", port, null).rebind("plain", named);
        assertThat(((Named) Naming.lookup(name("plain"))).name()).isEqualTo("plain");
    }

    @Test
    void hasARegistryAtEachPort() throws Exception {
        int other;
        try (ServerSocket free = new ServerSocket(0)) {
            other = free.getLocalPort();
        }
        Registry second = LocateRegistry.createRegistry(other);
        second.rebind("only here", both());
        assertThat(((Counter) LocateRegistry.getRegistry(other).lookup("only here")).next())
                .isEqualTo(1);
        assertThat(LocateRegistry.getRegistry(port).list()).isEmpty();
        assertThatThrownBy(() -> LocateRegistry.createRegistry(other)).isInstanceOf(ExportException.class);
        UnicastRemoteObject.unexportObject(second, true);
        assertThatThrownBy(() -> LocateRegistry.getRegistry(other).list()).isInstanceOf(ConnectException.class);
        UnicastRemoteObject.unexportObject(LocateRegistry.createRegistry(other), true);
    }

    @Test
    void createsARegistryAgainAfterItsEnd() throws Exception {
        UnicastRemoteObject.unexportObject(local, true);
        try {
            assertThatThrownBy(() -> LocateRegistry.getRegistry(port).list()).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> UnicastRemoteObject.unexportObject(local, true))
                    .isInstanceOf(NoSuchObjectException.class);
        } finally {
            local = LocateRegistry.createRegistry(port);
        }
        local.rebind("counter", both());
        assertThat(((Counter) Naming.lookup(name("counter"))).next()).isEqualTo(1);
    }

    @Test
    void throwsTheExceptionsOfRmiWithoutARegistry() throws Exception {
        int nobody;
        try (ServerSocket free = new ServerSocket(0)) {
            nobody = free.getLocalPort();
        }
        assertThatThrownBy(() -> Naming.lookup("//localhost:" + nobody + "/bank"))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> Naming.rebind("//localhost:" + nobody + "/bank", both()))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> Naming.lookup("//no.such.host.invalid/bank")).isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> Naming.lookup("tcp://localhost/bank")).isInstanceOf(MalformedURLException.class);
        LocateRegistry.getRegistry(nobody); // connects only when it is used
    }

    @Test
    void refusesToSerializeAnExportedObject() throws Exception {
        Serializable object = both();
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(object))
                .isInstanceOf(NotSerializableException.class);
    }

    @Test
    void cannotBeConfiguredOnceItIsInUse() {
        assertThatThrownBy(() -> RmiEndpoint.configure(RmiEndpoint.defaults()))
                .isInstanceOf(IllegalStateException.class);
    }
}
