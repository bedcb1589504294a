package dev.wherry.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs each example as a separate program. */
@Timeout(120)
class ExamplesTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/wherry/examples");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Example01Hello      | Greeting[text=Hello Ada, letters=3]
                    Example02Futures    | Oslo today 4, tomorrow 5
                    Example03OneWay     | [blue opened, blue closed]
                    Example04References | called back: [WHR at 17]; came home as itself: true; after the end: [WHR at 17]
                    Example05Failures   | as itself: 4 minutes; INTERNAL: dev.wherry.examples.Example05Failures$GasLeak; \
                                          DEADLINE_EXCEEDED; both interrupted: true
                    Example06FromRmi    | watcher: 1250; balance: 1250; after the close: java.rmi.ConnectException
                    Example07SameHost   | by reference: 1, mine: [apple]; by copy: 2, mine: [apple]; Unix socket: 2, mine: [apple]
                    Example08ShipALambda  | there: 42; letters: 10; of: wherry workspace private 1
                    Example09RetrieveData | line 4000: 4000 failed; line 8000: 8000 failed
                    Example10Boomerang  | 0 before, 2 after two throws; of its own class: true
                    Example11Migrate    | there: 2; back here: 2; none was here: true
                    Example12Agent      | hosts seen: 3; in this order: true
                    Example13Resource   | Time and tide wait for no man.; loaded by: wherry workspace private 1
                    Example14LogLevel   | fine before: false; fine after: true
                    Example15RmiImports | entered: Merope; ships: 1; not bound: harbor
                    Example16Restart    | before: noon; during: UNAVAILABLE, NOT_RUN; waited: evening; after: evening
                    Example17Departures | present: [ada, grace]; ada: the seat is free; present: [grace]; \
                                          [grace: the connection has ended, LEFT, grace: the seat is free]; present: []
                    """)
    void printsItsDocumentedLines(String example, String lines, @TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dstdout.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.wherry.examples." + example)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("%s ends", example)
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }

        assertThat(Files.readString(out, StandardCharsets.UTF_8).lines())
                .as(Files.readString(err))
                .containsExactly(lines.split(";\\s+"));
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void runsAllExamples() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            List<String> examples = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("Example"))
                    .toList();
            assertThat(examples).hasSize(17);
        }
    }
}
