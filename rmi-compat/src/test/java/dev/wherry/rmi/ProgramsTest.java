package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import auction.AuctionReplica;
import auction.Bidder;
import auction.FrontEnd;
import cache.CacheClient;
import cache.CacheServer;
import chat.ChatClient;
import chat.ChatServer;
import compute.ComputePi;
import compute.ComputeServer;
import dev.wherry.Endpoint;
import game.GameClient;
import game.GameServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs written for Java RMI, in JVMs of their own. Each test runs twice: as the sources are, and compiled with the imports
 * changed back to those of the JDK. Nothing else differs, and both runs have the same outcome.
 */
@Tag("long")
@Timeout(300)
class ProgramsTest {
    private static final Path SOURCES = Path.of("src/test/java");
    private static final List<String> PROGRAMS = List.of("auction", "cache", "chat", "compute", "game");

    enum Over {
        WHERRY,
        RMI
    }

    @TempDir
    private static Path folder;

    private final List<Program> running = new ArrayList<>();
    private String port = "";

    @BeforeAll
    static void compileWithTheImportsOfTheJdk() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder.toString()));
        for (String program : PROGRAMS) {
            try (Stream<Path> files = Files.list(SOURCES.resolve(program))) {
                for (Path file : files.toList()) {
                    Path original =
                            folder.resolve(program + "-" + file.getFileName()).resolve(file.getFileName());
                    Files.createDirectories(original.getParent());
                    Files.writeString(
                            original,
                            Files.readString(file)
                                    .replaceAll(
                                            "import dev\\.wherry\\.rmi\\.(LocateRegistry|Registry);",
                                            "import java.rmi.registry.$1;")
                                    .replace("import dev.wherry.rmi.Naming;", "import java.rmi.Naming;")
                                    .replaceAll("import dev\\.wherry\\.rmi\\.(\\w+);", "import java.rmi.server.$1;"));
                    arguments.add(original.toString());
                }
            }
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).as("the originals compile").isZero();
    }

    @BeforeEach
    void choosePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = Integer.toString(free.getLocalPort());
        }
    }

    @AfterEach
    void endAll() {
        running.forEach(Program::close);
    }

    private Program start(Over over, Class<?> main, String... arguments) throws IOException {
        return start(over, "-Dwherry.rmi.register=" + SOURCES.resolve("registered.txt"), main, arguments);
    }

    /** @param property of the JVM if it runs over Wherry */
    private Program start(Over over, String property, Class<?> main, String... arguments) throws IOException {
        List<String> options = over == Over.RMI
                ? List.of("-cp", folder.toString())
                : List.of(
                        property,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        path(Endpoint.class, Naming.class, main, NullMarked.class));
        Program program = new Program(
                options,
                main,
                Stream.concat(Stream.of(port), Stream.of(arguments)).toArray(String[]::new));
        running.add(program);
        return program;
    }

    private static String path(Class<?>... classes) {
        return String.join(
                File.pathSeparator,
                Stream.of(classes).map(ProgramsTest::location).distinct().toList());
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private Program ready(Over over, Class<?> main) throws Exception {
        Program server = start(over, main);
        assertThat(server.line()).isEqualTo("ready");
        return server;
    }

    @ParameterizedTest
    @EnumSource
    void computesWhatAClientSends(Over over) throws Exception {
        ready(over, ComputeServer.class);
        assertThat(start(over, ComputePi.class).toTheEnd())
                .containsExactly(
                        "3.14159265358979323846264338327950288419716940", "not bound: Nobody", "[Compute]", "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void chatsWithClientsWhoseMainHasReturned(Over over) throws Exception {
        Program server = ready(over, ChatServer.class);
        Program ann = start(over, ChatClient.class, "ann", "hello");
        assertThat(ann.line()).isEqualTo("before: []");
        assertThat(ann.line()).isEqualTo("ann is in the room already");
        assertThat(ann.line()).isEqualTo("ann hears ann: hello");
        assertThat(ann.line()).isEqualTo("main returns");

        Program bob = start(over, ChatClient.class, "bob", "hi");
        assertThat(bob.line()).isEqualTo("before: [ann: hello]");
        assertThat(bob.line()).isEqualTo("bob is in the room already");
        assertThat(bob.line()).isEqualTo("bob hears bob: hi");
        assertThat(ann.line()).isEqualTo("ann hears bob: hi");
        bob.kill();

        Program cid = start(over, ChatClient.class, "cid", "good night");
        assertThat(cid.line()).isEqualTo("before: [ann: hello, bob: hi]");
        assertThat(server.line()).isEqualTo("one is gone");
        assertThat(ann.toTheEnd()).containsExactly("ann hears cid: good night", "exit 0");
        assertThat(cid.toTheEnd()).contains("cid hears cid: good night").endsWith("exit 0");
        assertThat(server.line()).isEqualTo("left: true");
        assertThat(server.line()).isEqualTo("left: true");
    }

    @ParameterizedTest
    @EnumSource
    void playsAGameWhosePlayersInterruptTheirCalls(Over over) throws Exception {
        Program server = ready(over, GameServer.class);
        Program ann = start(over, GameClient.class, "ann");
        assertThat(server.line()).isEqualTo("ann sits down");
        Program bob = start(over, GameClient.class, "bob");
        assertThat(ann.toTheEnd()).containsExactlyInAnyOrder("card 1", "card 3", "card 5", "bob has won", "exit 0");
        assertThat(bob.toTheEnd()).containsExactlyInAnyOrder("card 2", "card 4", "card 6", "bob has won", "exit 0");
        assertThat(server.line()).isEqualTo("bob sits down");
    }

    @ParameterizedTest
    @EnumSource
    void goesOnWithTheNextReplicaWhenThePrimaryIsKilled(Over over) throws Exception {
        Program frontEnd = ready(over, FrontEnd.class);
        Program first = start(over, AuctionReplica.class, "replica1");
        assertThat(first.line()).isEqualTo("ready with {}");
        Program second = start(over, AuctionReplica.class, "replica2");
        assertThat(second.line()).isEqualTo("ready with {}");
        Program third = start(over, AuctionReplica.class, "replica3");
        assertThat(third.line()).isEqualTo("ready with {}");

        Program bidder = ready(over, Bidder.class);
        bidder.type("open boat 100");
        assertThat(bidder.line()).isEqualTo("opened 1");
        assertThat(frontEnd.line()).isEqualTo("primary: replica1");
        bidder.type("bid 1 ann 120");
        assertThat(bidder.line()).isEqualTo("bid true");
        first.kill();
        bidder.type("bid 1 bob 110");
        assertThat(bidder.line()).isEqualTo("bid false");
        assertThat(frontEnd.line()).isEqualTo("replica1 does not answer");
        assertThat(frontEnd.line()).isEqualTo("primary: replica2");
        bidder.type("bid 1 bob 150");
        assertThat(bidder.line()).isEqualTo("bid true");

        Program again = start(over, AuctionReplica.class, "replica1");
        assertThat(again.line()).isEqualTo("ready with {1=boat at 150 for bob}");
        second.kill();
        third.kill();
        bidder.type("lot 1");
        assertThat(bidder.line()).isEqualTo("lot boat at 150 for bob");
        again.kill();
        bidder.type("lot 1");
        assertThat(bidder.line()).isEqualTo("failed");
    }

    @ParameterizedTest
    @EnumSource
    void tellsTheListenersOfACacheWhoseDeclaredTypeIsNotRemote(Over over) throws Exception {
        ready(over, CacheServer.class);
        Program listener = start(over, CacheClient.class, "listen");
        assertThat(listener.line()).isEqualTo("id 1");
        assertThat(listener.line()).isEqualTo("2: dinghy/2, true");
        assertThat(start(over, CacheClient.class, "put", "big", "barge").toTheEnd())
                .containsExactly("got barge/1", "exit 0");
        assertThat(listener.line()).isEqualTo("changed: big = barge/1");
        assertThat(start(over, CacheClient.class, "put", "end", "none").toTheEnd())
                .containsExactly("got none/1", "exit 0");
        assertThat(listener.toTheEnd()).containsExactly("changed: end = none/1", "exit 0");
    }

    @Test
    void learnInOneRunWhatTheyHaveToRegister() throws Exception {
        Path learned = folder.resolve("learned");
        for (String property : List.of("-Dwherry.learn=" + learned, "-Dwherry.rmi.register=" + learned)) {
            choosePort();
            assertThat(start(Over.WHERRY, property, ComputeServer.class).line()).isEqualTo("ready");
            assertThat(start(Over.WHERRY, property, ComputePi.class).toTheEnd())
                    .as(property)
                    .contains("3.14159265358979323846264338327950288419716940")
                    .endsWith("exit 0");
            assertThat(Files.readAllLines(learned))
                    .filteredOn(line -> !line.startsWith("#"))
                    .containsExactly("compute.Pi");
        }
    }
}
