package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ServeCommandTest {
    @TempDir
    private Path folder;

    @Test
    void servesClassesThatItHasFromTheClassPathOnly() throws Exception {
        compile(
                "Sums",
                "public interface Sums { int add(int a, int b); void pause(long millis) throws InterruptedException; }");
        compile(
                "Adder",
                "public class Adder implements Sums { public int add(int a, int b) { return a + b; }"
                        + " public void pause(long millis) throws InterruptedException { Thread.sleep(millis); } }");
        Process server =
                start("--listen", "tcp://127.0.0.1:0", "--bind", "sums=my.Sums:my.Adder", "-cp", folder.toString());
        try {
            String address = listening(server);

            assertThat(Ran.wherry("call", address + "/sums.add", "2", "3").line())
                    .isEqualTo("5");
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void letsRunningCallsFinishWhenToldToStop() throws Exception {
        Process server = start("--bind", "bank=acme.Bank:acme.LedgerBank");
        try {
            String address = listening(server);
            CompletableFuture<Ran> running =
                    CompletableFuture.supplyAsync(() -> Ran.wherry("call", address + "/bank.sleep", "1500", "--json"));
            while (!Ran.wherry("call", address + "/bank.notes").line().contains("sleeping")) {
                Thread.onSpinWait();
            }

            server.toHandle().destroy();

            Ran ran = running.get(60, TimeUnit.SECONDS);
            assertThat(ran.status()).as(ran.err()).isZero();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void saysWhichClassItLacks() {
        Ran ran = Ran.wherry("serve", "--bind", "x=no.Such:no.Such2");

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains("There is no class no.Such; is --class-path right?");
    }

    @Test
    void refusesWhatIsNoBinding() {
        assertThat(Ran.wherry("serve", "--bind", "x").err()).contains("NAME=INTERFACE:CLASS");
        assertThat(Ran.wherry("serve", "--bind", "x=acme.Bank:java.util.ArrayList")
                        .err())
                .contains("java.util.ArrayList does not implement acme.Bank");
        assertThat(Ran.wherry("serve", "--bind", "x=acme.Bank:acme.Bank").err())
                .contains("public constructor without parameters");
        assertThat(Ran.wherry("serve").status()).isEqualTo(2);
    }

    @Test
    void saysWhichFolderOfTheClassPathIsMissing() {
        Ran ran = Ran.wherry("serve", "--bind", "x=a.B:a.C", "-cp", "no/such/folder");

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains("no/such/folder");
    }

    private void compile(String name, String body) throws IOException {
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, "package my; " + body);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), "-cp", folder.toString(), source.toString());
        assertThat(result).isZero();
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                Arrays.stream(System.getProperty("java.class.path")
                                                .split(File.pathSeparator))
                                        .collect(Collectors.joining(File.pathSeparator)),
                                Main.class.getName(),
                                "serve"),
                        Arrays.stream(arguments))
                .toList();
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String listening(Process server) throws Exception {
        BufferedReader out = server.inputReader();
        String line = CompletableFuture.supplyAsync(() -> {
                    try {
                        return out.readLine();
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .get(60, TimeUnit.SECONDS);
        assertThat(line).matches("listening tcp://127\\.0\\.0\\.1:[1-9]\\d*");
        return line.substring("listening ".length());
    }
}
