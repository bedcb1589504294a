package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.net.Urls;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import javax.management.ObjectName;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's values as arguments and results, by both codecs of the core. */
class JdkValuesTest {
    interface Echo {
        Object echo(Object value);

        Queue<String> queue(Queue<String> queue);

        BlockingQueue<String> blocking(BlockingQueue<String> queue);

        Deque<String> deque(Deque<String> deque);

        Class<?> type(Class<?> type);

        InetAddress address(InetAddress address);

        Site site(Site site);
    }

    record Site(URL url, File file, InetSocketAddress at, Class<?>[] types, PublicKey key)
            implements java.io.Serializable {}

    private static final class Same implements Echo {
        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public Queue<String> queue(Queue<String> queue) {
            return queue;
        }

        @Override
        public BlockingQueue<String> blocking(BlockingQueue<String> queue) {
            return queue;
        }

        @Override
        public Deque<String> deque(Deque<String> deque) {
            return deque;
        }

        @Override
        public Class<?> type(Class<?> type) {
            return type;
        }

        @Override
        public InetAddress address(InetAddress address) {
            return address;
        }

        @Override
        public Site site(Site site) {
            return site;
        }
    }

    private Endpoint server;
    private Endpoint client;

    private Echo echo(String codec) {
        return echo(EndpointOptions.builder().codecs(codec).build());
    }

    private Echo echo(EndpointOptions options) {
        server = Endpoint.listen("tcp://127.0.0.1:0", options);
        client = Endpoint.create(options);
        server.bind("echo", Echo.class, new Same());
        return client.lookup(server.address() + "/echo", Echo.class);
    }

    @AfterEach
    void close() {
        if (server != null) {
            client.close();
            server.close();
        }
    }

    private static KeyPair keys(String algorithm) throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveEqual(String codec) throws Exception {
        Echo echo = echo(codec);
        DatatypeFactory dates = DatatypeFactory.newInstance();
        for (Object value : List.of(
                InetAddress.getByAddress("host.invalid", new byte[] {10, 0, 0, 1}),
                InetAddress.getByAddress(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 80),
                InetSocketAddress.createUnresolved("host.invalid", 80),
                new File("some/file"),
                URI.create("file:/some/file").toURL(),
                new QName("urn:a", "b", "p"),
                new ObjectName("a:type=b"),
                Level.WARNING,
                keys("EC").getPublic(),
                keys("Ed25519").getPublic(),
                keys("X25519").getPublic(),
                dates.newXMLGregorianCalendar("2026-11-26T08:00:00Z"),
                dates.newDuration(5_000),
                new java.rmi.server.UID(),
                new java.rmi.dgc.VMID(),
                new javax.naming.CompositeName("a/b"),
                new javax.naming.ldap.LdapName("CN=a,O=b"),
                new java.text.DecimalFormat("0.0"),
                new java.text.SimpleDateFormat("yyyy-MM-dd"),
                StandardOpenOption.READ,
                Thread.State.NEW,
                String.class,
                int.class,
                List.class,
                Class[][].class,
                Site.class)) {
            assertThat(echo.echo(value)).isEqualTo(value).hasSameClassAs(value);
        }
        assertThat(((LongAdder) echo.echo(adder(5))).sum()).isEqualTo(5);
        assertThat(((AtomicLongArray) echo.echo(new AtomicLongArray(new long[] {1, 2}))).get(1))
                .isEqualTo(2);
    }

    private static LongAdder adder(long value) {
        LongAdder adder = new LongAdder();
        adder.add(value);
        return adder;
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveInFields(String codec) throws Exception {
        Site site = new Site(
                URI.create("http://host.invalid/path?query#fragment").toURL(),
                new File("x"),
                InetSocketAddress.createUnresolved("host.invalid", 80),
                new Class<?>[] {String.class, void.class},
                keys("EC").getPublic());
        Site back = echo(codec).site(site);
        assertThat(back.url().toExternalForm()).isEqualTo(site.url().toExternalForm());
        assertThat(back.types()).containsExactly(site.types());
        assertThat(back.key()).isEqualTo(site.key());
        assertThat(back.at()).isEqualTo(site.at());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void keepTheHostNameOfAnAddressWithoutAskingForOne(String codec) throws Exception {
        byte[] bytes = {10, 0, 0, 1};
        Echo echo = echo(codec);
        assertThat(echo.address(InetAddress.getByAddress("host.invalid", bytes)))
                .hasToString("host.invalid/10.0.0.1");
        assertThat(echo.address(InetAddress.getByAddress(bytes))).hasToString("/10.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void compareUrlsByTheirText(String codec) throws Exception {
        URL url = URI.create("http://host.invalid:8080/path").toURL();
        URL back = (URL) echo(codec).echo(url);
        assertThat(back.hashCode())
                .isEqualTo(Urls.of("http://HOST.invalid:8080/path").hashCode());
        assertThat(new HashSet<>(List.of(back))).contains(Urls.of("http://host.invalid:8080/path"));
        assertThat(back.toURI()).isEqualTo(url.toURI());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void carryWhatIsMarshalledAsBytes(String codec) throws Exception {
        Echo echo = echo(codec);
        assertThat(((java.rmi.MarshalledObject<?>) echo.echo(new java.rmi.MarshalledObject<>(Map.of(1, 2)))).get())
                .isEqualTo(Map.of(1, 2));
        java.rmi.MarshalledObject<?> other =
                (java.rmi.MarshalledObject<?>) echo.echo(new java.rmi.MarshalledObject<>(new java.awt.Point(1, 2)));
        assertThatThrownBy(other::get).rootCause().hasMessageContaining("java.awt.Point may not travel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void takeQueuesForWhatTheyAre(String codec) {
        Echo echo = echo(codec);
        List<String> elements = List.of("a", "b");
        for (BlockingQueue<String> queue : List.of(
                new LinkedBlockingQueue<>(elements),
                new LinkedBlockingDeque<>(elements),
                new PriorityBlockingQueue<>(elements),
                new LinkedTransferQueue<>(elements))) {
            assertThat(echo.blocking(queue)).hasSameClassAs(queue).containsExactlyElementsOf(elements);
            assertThat(echo.queue(queue)).hasSameClassAs(queue).containsExactlyElementsOf(elements);
            assertThat(echo.echo(queue)).hasSameClassAs(queue);
        }
        assertThat(echo.blocking(new ArrayBlockingQueue<>(3, true, elements))).containsExactlyElementsOf(elements);
        assertThat(echo.deque(new LinkedBlockingDeque<>(elements))).containsExactlyElementsOf(elements);
        assertThat(echo.queue(Collections.asLifoQueue(new ArrayDeque<>(elements))))
                .containsExactlyElementsOf(elements);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void refuseClassesThatMayNotTravel(String codec) {
        Echo echo = echo(codec);
        assertThat(echo.type(Site.class)).isEqualTo(Site.class);
        assertThat(echo.type(Object[].class)).isEqualTo(Object[].class);
        for (Class<?> type : List.of(Thread.class, JdkValuesTest.class, Runtime.class)) {
            assertThatThrownBy(() -> echo.type(type))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(type.getName() + " may not travel");
            assertThatThrownBy(() -> echo.echo(Set.of(type)))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(type.getName() + " may not travel");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void refusePrivateKeys(String codec) throws Exception {
        Echo echo = echo(codec);
        assertThatThrownBy(() -> echo.echo(keys("EC").getPrivate()))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("may not travel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areJoinedByThoseThatAreRegistered(String codec) {
        Echo echo = echo(EndpointOptions.builder()
                .codecs(codec)
                .register(java.awt.Point.class, java.awt.Color.class, javax.swing.DefaultListModel.class)
                .build());
        assertThat(echo.echo(new java.awt.Point(1, 2))).isEqualTo(new java.awt.Point(1, 2));
        assertThat(echo.echo(java.awt.Color.RED)).isEqualTo(java.awt.Color.RED);
        javax.swing.DefaultListModel<Object> model = new javax.swing.DefaultListModel<>();
        model.addElement("x");
        assertThat(((javax.swing.DefaultListModel<?>) echo.echo(model)).get(0)).isEqualTo("x");
        assertThatThrownBy(() -> echo.echo(new java.awt.Dimension(1, 2)))
                .hasMessageContaining("register(java.awt.Dimension.class)");
    }
}
