package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.testkit.endpoint.EndpointContract;
import java.io.File;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A program with core alone on its class path, beside the same program with what the artifact {@code wherry} brings. */
class CoreAloneTest {
    private static final Class<?>[] ALL = {Endpoint.class, JavaCodec.class};

    /** Returns what the program says, with the modules of these classes on its class path. */
    private static List<String> said(String what, Class<?>... modules) throws Exception {
        String path = Stream.concat(Stream.of(CoreAloneTest.class, EndpointContract.class), Stream.of(modules))
                .map(ChildJvm::path)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        try (ChildJvm child = new ChildJvm(List.of("-XX:+UseSerialGC", "-cp", path, Program.class.getName(), what))) {
            return child.toTheEnd();
        }
    }

    @Test
    void refusesAClassWithASerialFormOfItsOwn() throws Exception {
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

    /** Its serial form is its own, since it defines {@code readResolve}. */
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

    /** Sends a value to itself over TCP, and prints what is received or why it is refused. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            EndpointOptions.Builder options = EndpointOptions.builder().register(Coin.class);
            try {
                switch (arguments[0]) {
                    case "serial" -> echo(options.build(), new Coin("heads"));
                    case "codec" -> echo(options.codecs("java").build(), "text");
                    default -> throw new IllegalArgumentException(arguments[0]);
                }
            } catch (CallException | IllegalArgumentException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }

        private static void echo(EndpointOptions options, Object value) {
            try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                    Endpoint client = Endpoint.create(options)) {
                server.bind("echo", Echo.class, given -> given);
                System.out.println("received "
                        + client.lookup(server.address() + "/echo", Echo.class).echo(value));
            }
        }
    }
}
