package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.memory.MemoryRings;
import dev.wherry.testkit.endpoint.EndpointContract;
import java.io.File;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with only core on its class path, compared with the same program with all that the artifact {@code wherry}
 * contains.
 */
@Timeout(120)
class CoreAloneTest {
    private static final Class<?>[] ALL = {Endpoint.class, JavaCodec.class, MemoryRings.class};

    @TempDir
    private Path folder;

    /** Returns all lines that the program prints, with the modules of these classes on its class path. */
    private static List<String> said(String what, Class<?>... modules) throws Exception {
        String path = Stream.concat(Stream.of(CoreAloneTest.class, EndpointContract.class), Stream.of(modules))
                .map(ChildJvm::path)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        try (ChildJvm child = new ChildJvm(List.of(
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path,
                Program.class.getName(),
                what))) {
            return child.toTheEnd();
        }
    }

    @Test
    void refusesAClassWithACustomSerialForm() throws Exception {
        assertThat(said("serial", Endpoint.class))
                .anyMatch(line -> line.contains(Coin.class.getName()) && line.contains("add wherry-codec-java"))
                .noneMatch(line -> line.startsWith("received"));
        assertThat(said("serial", ALL)).containsExactly("received heads resolved resolved", "exit 0");
    }

    @Test
    void namesTheArtifactOfCodecJava() throws Exception {
        assertThat(said("codec", Endpoint.class)).anyMatch(line -> line.contains("Add wherry-codec-java"));
        assertThat(said("codec", ALL)).containsExactly("received text", "exit 0");
    }

    @EnabledOnOs(OS.LINUX)
    @Test
    void namesTheArtifactOfSharedMemory() throws Exception {
        String address = "shm:" + folder.resolve("socket");
        assertThat(said(address, Endpoint.class))
                .anyMatch(line -> line.startsWith("refused: ")
                        && line.endsWith("add the artifact dev.wherry:wherry-shared-memory to this program"))
                .noneMatch(line -> line.startsWith("received"));
        assertThat(said(address, ALL)).containsExactly("received text", "exit 0");
    }

    @EnabledOnOs(OS.LINUX)
    @Test
    void callsOnOneHostOverTcpAndLogsNothing() throws Exception {
        assertThat(said("lanes", Endpoint.class)).containsExactly("lanes after calls over [tcp]", "exit 0");
        assertThat(said("lanes", ALL)).containsExactly("lanes after calls over [shm, tcp]", "exit 0");
    }

    /** A class with a serial form of its own, since it defines {@code readResolve}. */
    static final class Coin implements Serializable {
        private static final long serialVersionUID = 1;
        private final String side;

        Coin(String side) {
            this.side = side;
        }

        private Object readResolve() {
            return new Coin(side + " resolved");
        }

        @Override
        public String toString() {
            return side;
        }
    }

    interface Echo {
        Object echo(Object value);
    }

    /** Sends values to itself. Prints the received values, or why they are refused. */
    static final class Program {
        private static final String TCP = "tcp://127.0.0.1:0";

        private Program() {}

        public static void main(String[] arguments) {
            EndpointOptions.Builder options = EndpointOptions.builder().register(Coin.class);
            try {
                switch (arguments[0]) {
                    case "serial" -> echo(TCP, options.build(), new Coin("heads"));
                    case "codec" -> echo(TCP, options.codecs("java").build(), "text");
                    case "lanes" -> useLanes();
                    default -> echo(arguments[0], options.build(), "text");
                }
            } catch (CallException | IllegalArgumentException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }

        private static void echo(String address, EndpointOptions options, Object value) {
            try (Endpoint server = Endpoint.listen(address, options);
                    Endpoint client = Endpoint.create(options)) {
                System.out.println("received " + echo(server, client).echo(value));
            }
        }

        private static Echo echo(Endpoint server, Endpoint client) {
            server.bind("echo", Echo.class, given -> given);
            String separator = server.address().getScheme().equals("tcp") ? "/" : "#";
            return client.lookup(server.address() + separator + "echo", Echo.class);
        }

        /** Calls until there is a lane, and some more times. Prints which links have carried the calls. */
        private static void useLanes() {
            try (Endpoint server = Endpoint.listen(TCP);
                    Endpoint client = Endpoint.create()) {
                Echo echo = echo(server, client);
                while (client.statistics().lanes() == 0) {
                    echo.echo("text");
                }
                for (int i = 0; i < 1_000; i++) {
                    echo.echo("text");
                }
                System.out.println("lanes after calls over "
                        + new TreeSet<>(client.statistics().carried().keySet()));
            }
        }
    }
}
