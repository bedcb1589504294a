package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Out;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.channels.SelectableChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkAcceptorTest {
    @TempDir
    Path folder;

    /** Accepts links that begin with W. The bytes behind it belong to the link within. */
    public static final class Wrapped implements LinkAcceptor {
        @Override
        public boolean accepts(int firstByte, String scheme) {
            return firstByte == 'W';
        }

        @Override
        public Link open(Link link) throws IOException {
            assertThat(link.read(new byte[1], 0, 1)).isEqualTo(1);
            return new Within(link);
        }
    }

    /** Gives back links that begin with F, which are served by the native protocol from their second byte on. */
    public static final class Found implements LinkAcceptor {
        @Override
        public boolean accepts(int firstByte, String scheme) {
            return firstByte == 'F';
        }

        @Override
        public void serve(Link link, Protocol.Objects objects) throws IOException {
            assertThat(link.read(new byte[1], 0, 1)).isEqualTo(1);
            objects.accept(new Within(link));
        }
    }

    /** Sends back each byte of links that begin with E. */
    public static final class Echo implements LinkAcceptor {
        private final Set<Link> links = ConcurrentHashMap.newKeySet();

        @Override
        public void close() {
            links.forEach(Link::close);
        }

        @Override
        public boolean accepts(int firstByte, String scheme) {
            return firstByte == 'E';
        }

        @Override
        public void serve(Link link, Protocol.Objects objects) {
            links.add(link);
            byte[] names = (objects.names() + "\n").getBytes(StandardCharsets.UTF_8);
            Thread.startVirtualThread(() -> {
                try (link) {
                    link.write(names, 0, names.length);
                    byte[] bytes = new byte[100];
                    for (int count = link.read(bytes, 0, 100); count > 0; count = link.read(bytes, 0, 100)) {
                        link.write(bytes, 0, count);
                    }
                } catch (IOException e) {
                    // The client has left.
                }
            });
        }
    }

    private record Within(Link link) implements Link {
        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return link.read(to, offset, length);
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            return link.write(from, offset, length);
        }

        @Override
        public SelectableChannel multiplex() throws IOException {
            return link.multiplex();
        }

        @Override
        public Identity peer() {
            return Identity.of("within", String.valueOf(link.peer().name()));
        }

        @Override
        public void close() {
            link.close();
        }
    }

    private Endpoint listen(EndpointOptions options) throws IOException {
        Path file = Files.write(
                folder.resolve("acceptors"),
                List.of(Wrapped.class.getName(), Found.class.getName(), Echo.class.getName()));
        URL services = file.toUri().toURL();
        ClassLoader installed = new ClassLoader(LinkAcceptorTest.class.getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.equals("META-INF/services/" + LinkAcceptor.class.getName())
                        ? Collections.enumeration(List.of(services))
                        : super.getResources(name);
            }
        };
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(installed);
        try {
            return Endpoint.listen("tcp://127.0.0.1:0", options);
        } finally {
            current.setContextClassLoader(before);
        }
    }

    private static Socket connect(Endpoint server) throws IOException {
        URI address = server.addresses().getFirst();
        return new Socket(address.getHost(), address.getPort());
    }

    private static byte[] hello() {
        Out out = new Out(256);
        Preamble.write(out);
        new Hello(0, Id128.NONE, Id128.random(), List.of("compact"), 1 << 20, 10, 1, "test").write(out);
        return out.copy();
    }

    @Test
    void opensTheNativeProtocolWithinAnother() throws Exception {
        try (Endpoint server = listen(EndpointOptions.defaults());
                Socket client = connect(server)) {
            client.getOutputStream().write("WW".getBytes(StandardCharsets.UTF_8));
            client.getOutputStream().write(hello());
            byte[] answer = client.getInputStream().readNBytes(Preamble.LENGTH + Frame.HEADER);
            assertThat(Byte.toUnsignedInt(answer[0])).isEqualTo(Preamble.FIRST);
            assertThat(answer[Preamble.LENGTH + Integer.BYTES]).isEqualTo((byte) Frame.HELLO);
        }
    }

    @Test
    void servesOtherProtocolsAtTheSamePort() throws Exception {
        try (Endpoint server = listen(EndpointOptions.defaults());
                Socket client = connect(server)) {
            server.bind("name", Runnable.class, () -> {});
            client.getOutputStream().write("Echo".getBytes(StandardCharsets.UTF_8));
            assertThat(client.getInputStream().readNBytes("[name]\nEcho".length()))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("[name]\nEcho");
        }
    }

    @Test
    void countsLinksOfOtherProtocolsAsConnections() throws Exception {
        Limits one = Limits.builder().connections(1).build();
        try (Endpoint server = listen(EndpointOptions.builder().limits(one).build());
                Socket first = connect(server)) {
            first.getOutputStream().write('E');
            assertThat(first.getInputStream().readNBytes("[]\nE".length())).isNotEmpty();
            try (Socket second = connect(server)) {
                second.getOutputStream().write('E');
                assertThat(second.getInputStream().readAllBytes())
                        .asString(StandardCharsets.ISO_8859_1)
                        .contains("limit 'connections'");
            }
        }
    }

    @Test
    void countsALinkWithinAnotherOnce() throws Exception {
        Limits one = Limits.builder().connections(1).build();
        try (Endpoint server = listen(EndpointOptions.builder().limits(one).build());
                Socket client = connect(server)) {
            client.getOutputStream().write('F');
            client.getOutputStream().write(hello());
            byte[] answer = client.getInputStream().readNBytes(Preamble.LENGTH + Frame.HEADER);
            assertThat(answer[Preamble.LENGTH + Integer.BYTES]).isEqualTo((byte) Frame.HELLO);
            try (Socket second = connect(server)) {
                second.getOutputStream().write('F');
                assertThat(second.getInputStream().readAllBytes())
                        .asString(StandardCharsets.ISO_8859_1)
                        .contains("limit 'connections'");
            }
        }
    }

    @Test
    void closesWhatItServesAtTheEndOfTheEndpoint() throws Exception {
        Endpoint server = listen(EndpointOptions.defaults());
        try (Socket client = connect(server)) {
            client.getOutputStream().write('E');
            assertThat(client.getInputStream().readNBytes("[]\nE".length())).isNotEmpty();
            server.close();
            assertThat(client.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void refusesWhatNothingAccepts() throws Exception {
        try (Endpoint server = listen(EndpointOptions.defaults());
                Socket client = connect(server)) {
            client.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(client.getInputStream().readAllBytes())
                    .asString(StandardCharsets.ISO_8859_1)
                    .contains("not Wherry's protocol");
        }
    }
}
