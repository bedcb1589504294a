package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void listsCommandsAndExitStatuses() {
        Ran ran = Ran.wherry("--help");

        assertThat(ran.out())
                .contains(
                        "demo",
                        "serve",
                        "ls",
                        "call",
                        "ping",
                        "top",
                        "refs",
                        "explain",
                        "host",
                        "run",
                        "lab",
                        "completion");
        for (ExitCode exit : ExitCode.values()) {
            assertThat(ran.out()).contains(exit.line());
        }
        assertThat(ran.status()).isZero();
    }

    @Test
    void helpsWithTheCommandsOfTheScriptInTheSameText() throws IOException {
        String help = Ran.wherry("--help").out();
        String script = Files.readString(Path.of("../wherry"));

        assertThat(help).contains("./wherry test", "--long", "--share", "./wherry java-home", " 69 ", " 70 ");
        Main.SCRIPT.stream().filter(line -> line.startsWith("  ")).forEach(line -> {
            assertThat(help).contains(line);
            assertThat(script).contains("\n# " + line + "\n");
        });
    }

    @Test
    void listsTheCommandsAfterAnUnknownOne() {
        Ran ran = Ran.wherry("frob");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(
                        "Unknown command 'frob'. Commands: demo, serve, ls, call, ping, top, refs, explain, host, cert, dds, idl, run,"
                                + " lab, completion, help");
    }

    @Test
    void namesTheAddressThatMayHaveBeenMeant() {
        Ran ran = Ran.wherry("ping", "localhost:5739");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("did you mean tcp://localhost:5739?").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:5801",
                "127.0.0.1:5801/bank",
                "[::1]:5801",
                "some_host-1.example:5801",
                "localhost:5801"
            })
    void namesTheAddressThatMayHaveBeenMeantForEveryKindOfHost(String address) {
        assertThat(Ran.wherry("ls", address).err()).contains("did you mean tcp://" + address + "?");
    }

    @Test
    void namesTheUnknownOptionBeforeTheMissingParameter() {
        assertThat(Ran.wherry("ls", "--nope").err()).contains("Unknown option: '--nope'");
        assertThat(Ran.wherry("ls").err()).contains("Missing required parameter: 'URI'");
    }

    @Test
    void printsACompletionScriptThatKnowsTheCommands() {
        Ran ran = Ran.wherry("completion");

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).contains("complete -F", "explain", "--timeout");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "call",
                "serve",
                "ping",
                "top",
                "refs",
                "explain",
                "host",
                "run",
                "lab run",
                "lab compare",
                "lab export"
            })
    void namesTheValueOfEachOptionInCapitals(String command) {
        Ran help = Ran.wherry((command + " --help").split(" "));

        assertThat(help.status()).isZero();
        assertThat(help.out()).doesNotContain("=<");
    }

    @Test
    void helpsWithOneCommandAndItsExitStatusesOnlyOnce() {
        Ran help = Ran.wherry("help", "ls");

        assertThat(help.status()).isZero();
        assertThat(help.out()).contains("Lists the objects that are bound").doesNotContain(ExitCode.UNKNOWN.line());
        assertThat(Ran.wherry("ls", "--help").out()).isEqualTo(help.out());
    }

    @Test
    void hasItsExitStatusesInTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/command.md"));

        for (ExitCode exit : ExitCode.values()) {
            assertThat(guide).contains(exit.line().strip().replaceFirst(" +", " | "));
        }
    }

    @Test
    void printsTheVersionOfTheBuild() {
        assertThat(Ran.wherry("--version").out())
                .containsPattern("^wherry \\d+\\.\\d+\\.\\d+")
                .contains("JDK 25");
    }

    @Test
    void answersAMistakeInFewLines() {
        Ran ran = Ran.wherry("cal");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("'cal'", "wherry call", "wherry --help").hasLineCount(3);
    }

    @ParameterizedTest
    @CsvSource({"cal, wherry call", "pnig, wherry ping", "servre, wherry serve", "labs, wherry ls or wherry lab"})
    void suggestsTheCommandsThatAreNear(String asked, String near) {
        assertThat(Ran.wherry(asked).err()).contains("Did you mean: " + near + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyzzy", "frobnicate", "s", "-"})
    void suggestsNothingWhereNothingIsNear(String asked) {
        assertThat(Ran.wherry(asked).err())
                .contains(
                        "Commands: demo, serve, ls, call, ping, top, refs, explain, host, cert, dds, idl, run, lab, completion, help")
                .doesNotContain("Did you mean")
                .hasLineCount(2);
    }

    @Test
    void needsACommand() {
        assertThat(Ran.wherry().status()).isEqualTo(2);
        assertThat(Ran.wherry().err()).startsWith("wherry: Missing command. Commands: demo, serve, ");
        assertThat(Ran.wherry("lab").status()).isEqualTo(2);
        assertThat(Ran.wherry("lab").err())
                .startsWith("wherry: Missing command. Commands: list, run, report, compare, export");
    }

    @Test
    void refusesInvalidValuesOfOptions() {
        assertThat(Ran.wherry("call", "tcp://127.0.0.1:1/a.b", "--timeout", "soon")
                        .err())
                .contains("'soon' is not a duration such as 200ms, 5s or 2m");
        assertThat(Ran.wherry("call", "tcp://127.0.0.1:1/a.b", "--timeout", "0s")
                        .status())
                .isEqualTo(2);
    }

    @Test
    void givesEachKindOfFailureItsStatus() {
        Map<Code, ExitCode> exits = new EnumMap<>(Code.class);
        Arrays.stream(Code.values()).forEach(code -> exits.put(code, ExitCode.of(code)));

        assertThat(exits)
                .containsEntry(Code.UNAVAILABLE, ExitCode.UNREACHABLE)
                .containsEntry(Code.NOT_FOUND, ExitCode.NOT_FOUND)
                .containsEntry(Code.DEADLINE_EXCEEDED, ExitCode.TIMED_OUT)
                .containsEntry(Code.CODEC, ExitCode.REFUSED)
                .containsEntry(Code.UNKNOWN_OUTCOME, ExitCode.UNKNOWN)
                .containsEntry(Code.INTERNAL, ExitCode.FAILED);
        assertThat(exits.values()).doesNotContain(ExitCode.DONE, ExitCode.USAGE);
    }

    @Test
    void describesFailuresOfFilesInTheTextOfTheSystem() {
        assertThat(Failures.describe(new NoSuchFileException("a"))).isEqualTo("No such file or directory: a");
        assertThat(Failures.exit(new NoSuchFileException("a"))).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(Failures.describe(new AccessDeniedException("a"))).isEqualTo("Permission denied: a");
        assertThat(Failures.describe(new NotDirectoryException("a"))).isEqualTo("Not a directory: a");
        assertThat(Failures.describe(new FileSystemException("a", null, "Is a directory")))
                .isEqualTo("a: Is a directory");
        assertThat(Failures.describe(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(Failures.exit(new IOException("No space left on device"))).isEqualTo(ExitCode.FAILED);
        assertThat(Failures.describe(new IOException())).isEqualTo("java.io.IOException");
    }
}
