package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.testsupport.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs programs written for Java RMI, each in a JVM of its own. Each test runs twice: with the sources as they are, and with
 * their imports replaced by those of the JDK. Both runs have the same outcome.
 */
@Tag("long")
@Timeout(300)
abstract class ProgramRuns {
    /** Names the file of the classes that the programs send where the declared type is open. */
    static final String REGISTERED = "-Dwherry.rmi.register=src/test/java/registered.txt";

    private static final Path SOURCES = Path.of("src/test/java");

    enum Over {
        WHERRY,
        RMI
    }

    @TempDir
    static Path folder;

    private final List<Program> running = new ArrayList<>();
    private String port = "";

    @BeforeAll
    static void compileWithTheImportsOfTheJdk() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder.toString()));
        try (Stream<Path> files =
                Files.find(SOURCES, 2, (path, found) -> path.toString().endsWith(".java"))) {
            for (Path file : files.toList()) {
                Path original = folder.resolve("src").resolve(SOURCES.relativize(file));
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
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status)
                .as("exit status of the compiler for the JDK's imports")
                .isZero();
    }

    /** Chooses a free port for the registry of the programs that are started next. */
    @BeforeEach
    void choosePort() throws IOException {
        port = Integer.toString(FreePort.choose());
    }

    @AfterEach
    void endAll() {
        running.forEach(Program::close);
    }

    final Program start(Over over, Class<?> main, String... arguments) throws IOException {
        return start(over, List.of(REGISTERED), main, arguments);
    }

    /**
     * Starts a program.
     *
     * @param properties the options of the JVM if the program runs over Wherry
     */
    final Program start(Over over, List<String> properties, Class<?> main, String... arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("-cp", folder.toString()));
        if (over == Over.WHERRY) {
            options = new ArrayList<>(properties);
            options.addAll(List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    path(Endpoint.class, JavaCodec.class, Naming.class, main, NullMarked.class)));
        }
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
                Stream.of(classes).map(ProgramRuns::location).distinct().toList());
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

    final Program ready(Over over, Class<?> main) throws Exception {
        return ready(over, List.of(REGISTERED), main);
    }

    final Program ready(Over over, List<String> properties, Class<?> main) throws Exception {
        Program server = start(over, properties, main);
        assertThat(server.line()).isEqualTo("ready");
        return server;
    }
}
