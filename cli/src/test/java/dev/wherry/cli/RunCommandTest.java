package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.mobility.CodeSigner;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source files sent to a host that is another process. */
@Timeout(120)
class RunCommandTest {
    private static final String TASKS = "../examples/src/tasks";

    private static Started host;
    private static String address;

    @TempDir
    private Path folder;

    @BeforeAll
    static void starts() throws Exception {
        host = Started.wherry("host", "--allow-code", "any");
        address = host.address();
    }

    @AfterAll
    static void stops() throws Exception {
        host.close();
    }

    @Test
    void printsWhatTheTaskPrintsThereAndWhatItReturns() throws IOException {
        Ran ran = run(source("Hello", """
                public record Hello(String... names) implements java.util.concurrent.Callable<Hello.Answer> {
                    public record Answer(String text, long pid) {}

                    public Answer call() {
                        for (String name : names) {
                            System.out.println("grüße an " + name);
                        }
                        System.err.println("an error");
                        return new Answer(names.length + " names", ProcessHandle.current().pid());
                    }
                }
                """), "Ann", "Bob");

        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.out().lines())
                .containsExactly(
                        "grüße an Ann",
                        "grüße an Bob",
                        "Answer[text=2 names, pid=" + host.process().pid() + "]");
        assertThat(ran.err()).isEqualToIgnoringNewLines("an error");
    }

    @Test
    void runsTheFileOfTheReadme() {
        Ran ran = run(Path.of(TASKS, "Survey.java"), "java.specification.version");

        assertThat(ran.out().lines())
                .containsExactly(
                        "Asked for 1 properties",
                        "[Property[name=java.specification.version, value=%s]]"
                                .formatted(System.getProperty("java.specification.version")));
    }

    @Test
    void printsTheResultAsJsonIfAsked() throws IOException {
        Ran ran = run(source("Both", """
                import java.time.LocalDate;
                import java.util.*;
                import java.util.concurrent.Callable;
                public class Both implements Callable<Map<String, Object>> {
                    record Point(int x, int y) {}
                    public Map<String, Object> call() {
                        return new TreeMap<>(Map.of("day", LocalDate.of(2026, 11, 22), "at", List.of(new Point(1, 2))));
                    }
                }
                """), "--json");

        assertThat(ran.line()).isEqualTo("{\"at\":[{\"x\":1,\"y\":2}],\"day\":\"2026-11-22\"}");
    }

    @Test
    void escapesHalvesOfCharactersInJson() throws IOException {
        Ran ran = run(source("Half", """
                public class Half implements java.util.concurrent.Callable<java.util.List<String>> {
                    public java.util.List<String> call() {
                        return java.util.List.of("x\\ud800y", "\\udc00", "\\ud83d\\ude00 é");
                    }
                }
                """), "--json");

        assertThat(ran.line()).isEqualTo("[\"x\\ud800y\",\"\\udc00\",\"\ud83d\ude00 é\"]");
    }

    @Test
    void leavesStandardOutputToTheJson() throws Exception {
        Path file = source("Talks", """
                public class Talks implements java.util.concurrent.Callable<String> {
                    public Talks() { System.out.println("made"); }
                    public String call() {
                        System.out.println("printed");
                        System.err.print("an error");
                        return "said";
                    }
                }
                """);

        Ran ran = run(file, "--json");
        assertThat(ran.out().lines()).containsExactly("\"said\"");
        assertThat(ran.err().lines()).containsExactly("printed", "an error");

        try (Started alone = Started.wherry("run", address, file.toString(), "--json")) {
            assertThat(alone.out().lines()).containsExactly("\"said\"");
        }
        assertThat(Ran.wherry("run", "--help").out()).contains("alone on the standard output");
    }

    @Test
    void startsALineForTheResult() throws IOException {
        Path file = source("Glued", """
                public record Glued(String end) implements java.util.concurrent.Callable<String> {
                    public String call() { System.out.print("no newline" + end); return null; }
                }
                """);

        assertThat(run(file, "").out().lines()).containsExactly("no newline", "null");
        assertThat(run(file, "\n").out().lines()).containsExactly("no newline", "null");
    }

    @ParameterizedTest
    @CsvSource({
        "return \"\" + this;, StackOverflowError",
        "throw new AssertionError(1);, AssertionError: 1",
        "throw new IllegalStateException();, IllegalStateException"
    })
    void saysThatAResultCannotBePrinted(String body, String failure) throws IOException {
        Path file = source("Mute", """
                import java.util.Map;
                public class Mute implements java.util.concurrent.Callable<Mute.Words> {
                    public static class Words {
                        Map<Words, String> all;
                        @Override public String toString() { %s }
                    }
                    public Words call() {
                        Words words = new Words();
                        words.all = Map.of(new Words(), "");
                        return words;
                    }
                }
                """.formatted(body));

        Ran ran = run(file);
        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.err())
                .contains("The result arrived, but its toString() threw java.lang." + failure)
                .hasLineCount(1);

        Ran asJson = run(file, "--json");
        assertThat(asJson.status()).isEqualTo(1);
        assertThat(asJson.err())
                .startsWith("wherry: The result arrived, but cannot be written as JSON: ")
                .hasLineCount(1);
        assertThat(asJson.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            String... all     | String.join("+", all)  | a b c | a+b+c
            String... all     | String.join("+", all)  |       | ''
            List<String> all  | String.join("+", all)  | a b   | a+b
            String a, String b | a + b                 | a b   | ab
                              | "none"                 |       | none
            """)
    void handsItsArgumentsToTheConstructor(String parameters, String text, String arguments, String result)
            throws IOException {
        Path file = source("Args", """
                import java.util.List;
                public class Args implements java.util.concurrent.Callable<String>, java.io.Serializable {
                    private final String text;
                    public Args(%s) { text = %s; }
                    public String call() { return text; }
                }
                """.formatted(parameters == null ? "" : parameters, text));

        Ran ran = run(file, arguments == null ? new String[0] : arguments.split(" "));

        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.line()).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "'', none",
        "a, String",
        "a b, Strings",
        "a b c, List",
    })
    void takesTheConstructorWithAsManyStringsFirst(String arguments, String taken) throws IOException {
        List<String> constructors = List.of(
                "public Ctors(String... all) { taken = \"all\"; }",
                "public Ctors(java.util.List<String> list) { taken = \"List\"; }",
                "public Ctors() { taken = \"none\"; }",
                "public Ctors(String one) { taken = \"String\"; }",
                "public Ctors(String one, String two) { taken = \"Strings\"; }");
        for (List<String> declared : List.of(constructors, constructors.reversed())) {
            Path file = source("Ctors", """
                    public class Ctors implements java.util.concurrent.Callable<String>, java.io.Serializable {
                        private final String taken;
                        %s
                        public String call() { return taken; }
                    }
                    """.formatted(String.join("\n", declared)));

            Ran ran = run(file, arguments.isEmpty() ? new String[0] : arguments.split(" "));

            assertThat(ran.status()).as(ran.err()).isZero();
            assertThat(ran.line()).isEqualTo(taken);
        }
    }

    @Test
    void printsNoResultOfARunnable() throws IOException {
        Ran ran = run(source("Quiet", "public class Quiet implements Runnable { public void run() {} }"));

        assertThat(ran).isEqualTo(new Ran(0, "", ""));
    }

    @Test
    void showsWhereTheTaskThrew() throws IOException {
        Ran ran = run(source("Throws", """
                public class Throws implements Runnable {
                    static class Trouble extends RuntimeException { Trouble() { super("on purpose"); } }
                    public void run() { throw new Trouble(); }
                }
                """));

        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.err()).contains("Throws$Trouble: on purpose", "at Throws.run(Throws.java:3)");
        assertThat(ran.err()).hasLineCount(2);
        assertThat(ran.out()).isEmpty();
        assertThat(run(folder.resolve("Throws.java"), "--stacktrace").err()).contains("at dev.wherry.internal.");
    }

    @Test
    void cancelsATaskThatTakesTooLong() throws IOException {
        Ran ran = run(source("Sleeps", """
                public class Sleeps implements java.util.concurrent.Callable<String> {
                    public String call() throws InterruptedException { Thread.sleep(60_000); return "awake"; }
                }
                """), "--timeout", "200ms");

        assertThat(ran.status()).isEqualTo(5);
        assertThat(ran.err()).contains("200 ms", "--timeout sets").hasLineCount(1);
    }

    @Test
    void showsWhatATaskPrintsWhenItsTimeIsUp() throws IOException {
        Ran ran = run(source("Tidies", """
                public class Tidies implements Runnable {
                    public void run() {
                        try {
                            Thread.sleep(60_000);
                        } catch (InterruptedException e) {
                            System.err.println("interrupted");
                        } finally {
                            System.out.println("tidied up");
                        }
                    }
                }
                """), "--timeout", "2s");

        assertThat(ran.status()).isEqualTo(5);
        assertThat(ran.out()).isEqualToIgnoringNewLines("tidied up");
        assertThat(ran.err().lines()).hasSize(2).first().isEqualTo("interrupted");
    }

    @Test
    void cancelsTheTaskWhenItIsInterrupted() throws Exception {
        Path marker = folder.resolve("marker");
        Path file = source("Waits", """
                import java.nio.file.*;
                public record Waits(String marker) implements Runnable {
                    public void run() {
                        System.out.println("waiting");
                        try {
                            Thread.sleep(60_000);
                        } catch (InterruptedException e) {
                            try { Files.writeString(Path.of(marker), "interrupted"); } catch (java.io.IOException f) { throw new java.io.UncheckedIOException(f); }
                        }
                    }
                }
                """);
        try (Started run = Started.wherry("run", address, file.toString(), marker.toString())) {
            assertThat(run.line()).isEqualTo("waiting");
            run.process().toHandle().destroy();
            assertThat(run.status()).isNotZero();
        }
        while (!Files.exists(marker) || Files.size(marker) == 0) {
            Thread.sleep(10);
        }
        assertThat(marker).hasContent("interrupted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "err"})
    void cancelsTheTaskWhenNobodyReadsWhatItPrints(String stream) throws Exception {
        Path marker = folder.resolve("marker");
        Path errors = folder.resolve("errors");
        Path file = source("Ticks", """
                import java.nio.file.*;
                public record Ticks(String marker) implements java.util.concurrent.Callable<String> {
                    public String call() throws Exception {
                        try {
                            for (int i = 0; ; i++) {
                                System.%s.println(i);
                                Thread.sleep(20);
                            }
                        } catch (InterruptedException e) {
                            return Files.writeString(Path.of(marker), "interrupted").toString();
                        }
                    }
                }
                """.formatted(stream));
        boolean out = stream.equals("out");
        try (Started run = Started.wherry(
                out ? Redirect.to(errors.toFile()) : Redirect.PIPE,
                "run",
                address,
                file.toString(),
                marker.toString(),
                "--timeout",
                "30s")) {
            InputStream read =
                    out ? run.process().getInputStream() : run.process().getErrorStream();
            assertThat(read.read()).isEqualTo('0');
            read.close();
            assertThat(run.status()).isEqualTo(1); // and not that of a task whose time was up
        }
        if (out) {
            assertThat(errors).as("output after the reader has closed").isEmptyFile();
        }
        while (!Files.exists(marker) || Files.size(marker) == 0) {
            Thread.sleep(10);
        }
        assertThat(marker).hasContent("interrupted");
    }

    @Test
    void printsWhatTheCompilerSaysAsItSaysIt() throws IOException {
        Path file = source(
                "Wrong", "public class Wrong implements Runnable {\n    public void run() { int x = \"one\"; }\n}\n");

        Ran ran = run(file);

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(file + ":2: error: incompatible types: String cannot be converted to int", "1 error")
                .contains(file + " does not compile");
    }

    @Test
    void runsNoSourceThatTheCompilerCouldNotRead() throws IOException {
        Path file = folder.resolve("Latin.java");
        Files.writeString(
                file,
                "public class Latin implements Runnable {\n    String name = \"é\";\n    public void run() {}\n}\n",
                StandardCharsets.ISO_8859_1);

        Ran ran = run(file);

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(file + ":2: error: unmappable character (0xE9) for encoding UTF-8")
                .contains(file + " does not compile");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            public class Task {}                                                  | expected 'public class Task implements Callable<...>', or Runnable
            class Task implements Runnable { public void run() {} }               | expected 'public class Task
            public abstract class Task implements Runnable {}                     | Task is abstract and cannot be instantiated: expected a class with
            public interface Task extends Runnable {}                             | Task is an interface and cannot be instantiated: expected a class with
            class Other implements Runnable { public void run() {} }              | expected 'public class Task
            public class Task implements Runnable { public void run() {} }        | Task has no public constructor for the arguments [a]: expected
            public record Task(String a) implements Runnable { public Task { throw new IllegalStateException("no"); } public void run() {} } | threw java.lang.IllegalStateException: no
            public enum Task implements Runnable { ONE { public void run() {} } } | Task is an enum and cannot be instantiated: expected a class with
            public enum Task implements Runnable { ONE; public void run() {} }    | Task is an enum and cannot be instantiated: expected a class with
            public class Task implements Runnable { private Task() {} public void run() {} } | Task has no public constructor: expected
            public record Task(String a, String b) implements Runnable { public void run() {} } | Task has no public constructor for the arguments [a]: expected
            """)
    void describesWhatATaskNeeds(String text, String message) throws IOException {
        Ran ran = run(source("Task", text), "a");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains(message).hasLineCount(1);
    }

    @Test
    void saysWhichSchemesThereAre() {
        Ran ran = Ran.wherry("run", "foo://x", TASKS + "/Survey.java");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(
                        "Unknown scheme 'foo' in 'foo://x'. Known schemes: dds, dds-name, inprocess, shm, tcp, tls, unix")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:1/some/name", "unix:/run/host.sock#some/name"})
    void saysThatAHostHasNoNames(String named) {
        Ran ran = Ran.wherry("run", named, TASKS + "/Survey.java");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains("'some/name' in '" + named + "': a host has no names")
                .hasLineCount(1);
    }

    @Test
    void saysWhichFileIsMissing() {
        Ran ran = run(folder.resolve("None.java"));

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains("File not found: ", "None.java");
        assertThat(Ran.wherry("run", address, "None.java", "--key", "none.key").status())
                .isEqualTo(4);
        assertThat(Ran.wherry("run", address, "None.java", "-cp", "no/such").err())
                .contains("no/such");
    }

    @Test
    void saysWhichKeyIsMissing() throws Exception {
        keys("ann");
        Files.delete(folder.resolve("ann.pub"));
        Path file = Path.of(TASKS, "Survey.java");

        for (String none : List.of(key("nope"), folder.toString(), "/")) {
            Ran ran = run(file, "--key", none);
            assertThat(ran.status()).isEqualTo(4);
            assertThat(ran.err())
                    .contains("Key file not found, or not readable: " + none)
                    .hasLineCount(1);
        }
        Ran half = run(file, "--key", key("ann"));
        assertThat(half.status()).isEqualTo(4);
        assertThat(half.err())
                .contains("Key file not found, or not readable: " + folder.resolve("ann.pub"), "--public-key");
    }

    @Test
    void describesTheMissingArguments() throws IOException {
        Ran ran = run(source("Needs", "public record Needs(String a) implements Runnable { public void run() {} }"));

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains("Needs has no public constructor without parameters: expected")
                .hasLineCount(1);
    }

    @Test
    void describesInvalidSourceFilesAndWorkspaces() throws IOException {
        Path text = Files.writeString(folder.resolve("words.txt"), "words");
        for (Path none : List.of(text, folder, Path.of("."), Files.createDirectory(folder.resolve("Folder.java")))) {
            Ran ran = run(none);

            assertThat(ran.status()).as(ran.err()).isEqualTo(2);
            assertThat(ran.err())
                    .contains("is not a Java source file")
                    .doesNotContain("Exception")
                    .hasLineCount(1);
        }
        Ran nameless = run(Path.of(TASKS, "Survey.java"), "--workspace", "");
        assertThat(nameless.status()).isEqualTo(2);
        assertThat(nameless.err()).contains("--workspace").doesNotContain("Exception");
    }

    @Test
    void sendsTheLibrariesClassesAndResourcesToo() throws IOException {
        Path library = Files.createDirectories(folder.resolve("library"));
        Path greeter = source(
                "Greeter",
                "package lib; public class Greeter { public static String greet() throws"
                        + " java.io.IOException { try (var in = Greeter.class.getResourceAsStream(\"/words.txt\")) { return new"
                        + " String(in.readAllBytes()); } } }");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", library.toString(), greeter.toString()))
                .isZero();
        Files.writeString(library.resolve("words.txt"), "from the library");

        Ran ran = run(source("Uses", """
                        public class Uses implements java.util.concurrent.Callable<String> {
                            public String call() throws Exception { return lib.Greeter.greet(); }
                        }
                        """), "-cp", library.toString());

        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.line()).isEqualTo("from the library");
    }

    @Test
    void sharesAWorkspaceThatIsKept() throws IOException {
        Path file = source("Counts", """
                public class Counts implements java.util.concurrent.Callable<Integer> {
                    static int runs;
                    public Integer call() { return ++runs; }
                }
                """);

        assertThat(run(file, "--workspace", "counts", "--keep").line()).isEqualTo("1");
        assertThat(run(file, "--workspace", "counts").line()).isEqualTo("2");
        assertThat(run(file).line()).isEqualTo("1");

        assertThat(run(Path.of(TASKS, "Release.java"), "--workspace", "counts").status())
                .isZero();
        Files.writeString(file, Files.readString(file).replace("++runs", "--runs"));
        assertThat(run(file, "--workspace", "counts").line()).isEqualTo("-1");

        assertThat(run(file, "--keep").status()).isEqualTo(2);
    }

    @Test
    void isLetInWithTheRightKeyOnly() throws Exception {
        KeyPair ann = keys("ann");
        keys("bob");
        Path policy = Files.writeString(folder.resolve("policy.toml"), """
                [who]
                keys = ["ann.pub"]
                [records]
                file = "received.jsonl"
                """);
        Path file = source("Signed", """
                public class Signed implements java.util.concurrent.Callable<Boolean> {
                    public Boolean call() { return true; }
                }
                """);
        try (Started strict = Started.wherry("host", "--allow-code", policy.toString())) {
            String at = strict.address();

            assertThat(Ran.wherry("run", at, file.toString(), "--key", key("ann"))
                            .line())
                    .isEqualTo("true");
            assertThat(Ran.wherry("run", at, file.toString(), "--key", key("bob"))
                            .status())
                    .isEqualTo(6);
            assertThat(Ran.wherry("run", at, file.toString()).status()).isEqualTo(6);
            assertThat(Ran.wherry(
                                    "run",
                                    at,
                                    file.toString(),
                                    "--key",
                                    key("ann"),
                                    "--public-key",
                                    key("bob").replace(".key", ".pub"))
                            .status())
                    .isEqualTo(2);
        }
        List<String> records = Files.readAllLines(folder.resolve("received.jsonl"));
        assertThat(records).hasSize(3);
        assertThat(records.getFirst())
                .contains(
                        "\"accepted\":true",
                        "\"Signed\"",
                        CodeSigner.identity(ann.getPublic()).name());
        assertThat(records.get(1)).contains("\"accepted\":false");
    }

    @Test
    void runsInAChildWhoseEndTheHostSurvives() throws Exception {
        Path asks = source("Asks", """
                public class Asks implements java.util.concurrent.Callable<Long> {
                    public Long call() { System.out.println("größer"); return ProcessHandle.current().pid(); }
                }
                """);
        Path exits = source("Exits", """
                public class Exits implements Runnable {
                    public void run() { System.out.println("last words"); System.exit(42); }
                }
                """);
        try (Started careful = Started.wherry("host", "--allow-code", "any", "--child")) {
            String at = careful.address();

            Ran asked = Ran.wherry("run", at, asks.toString());
            assertThat(asked.status()).as(asked.err()).isZero();
            assertThat(asked.out().lines()).first().isEqualTo("größer");
            assertThat(asked.out().lines().skip(1))
                    .singleElement()
                    .isNotEqualTo(Long.toString(careful.process().pid()));

            Ran exited = Ran.wherry("run", at, exits.toString());
            assertThat(exited.status()).isEqualTo(6);
            assertThat(exited.err()).contains("System.exit(42)");

            assertThat(Ran.wherry("run", at, asks.toString()).status()).isZero();
        }
    }

    @Test
    void killsWhatRunsOnInAChild() throws Exception {
        Path loops = source("Loops", """
                public class Loops implements Runnable {
                    public void run() { while (true) Thread.onSpinWait(); }
                }
                """);
        Path policy = Files.writeString(folder.resolve("policy.toml"), """
                [who]
                anyone = true
                [child]
                cpu-time = "1s"
                """);
        try (Started careful = Started.wherry("host", "--allow-code", policy.toString())) {
            Ran ran = Ran.wherry("run", careful.address(), loops.toString(), "--timeout", "1m");

            assertThat(ran.status()).isEqualTo(6);
            assertThat(ran.err()).contains("'cpuTime' allows 1.0 s");
        }
    }

    private Ran run(Path file, String... more) {
        return Ran.wherry(Stream.concat(Stream.of("run", address, file.toString()), Stream.of(more))
                .toArray(String[]::new));
    }

    private Path source(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), text);
    }

    private String key(String name) {
        return folder.resolve(name + ".key").toString();
    }

    private KeyPair keys(String name) throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        write(name + ".key", "PRIVATE KEY", pair.getPrivate());
        write(name + ".pub", "PUBLIC KEY", pair.getPublic());
        return pair;
    }

    private void write(String name, String kind, Key key) throws IOException {
        Files.writeString(
                folder.resolve(name), """
                -----BEGIN %1$s-----
                %2$s
                -----END %1$s-----
                """.formatted(kind, Base64.getEncoder().encodeToString(key.getEncoded())));
    }
}
