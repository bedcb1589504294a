package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
        try (Started server = Started.wherry(
                "serve",
                "--listen",
                "tcp://127.0.0.1:0",
                "--bind",
                "sums=my.Sums:my.Adder",
                "-cp",
                folder.toString())) {
            String address = server.address();

            assertThat(Ran.wherry("call", address + "/sums.add", "2", "3").line())
                    .isEqualTo("5");
        }
    }

    @Test
    void findsANestedClassByItsNameInSource() throws Exception {
        compile("Sums", "public interface Sums { int add(int a, int b); }");
        compile(
                "Server",
                "public class Server { public static class Adder implements Sums {"
                        + " public int add(int a, int b) { return a + b; } } }");

        try (Started server =
                Started.wherry("serve", "--bind", "sums=my.Sums:my.Server.Adder", "-cp", folder.toString())) {
            assertThat(Ran.wherry("call", server.address() + "/sums.add", "2", "3")
                            .line())
                    .isEqualTo("5");
        }
    }

    @Test
    void letsRunningCallsFinishWhenItIsStopped() throws Exception {
        try (Started server = Started.wherry("serve", "--bind", "bank=acme.Bank:acme.LedgerBank")) {
            String address = server.address();
            CompletableFuture<Ran> running =
                    CompletableFuture.supplyAsync(() -> Ran.wherry("call", address + "/bank.sleep", "1500", "--json"));
            while (!Ran.wherry("call", address + "/bank.notes").line().contains("sleeping")) {
                Thread.onSpinWait();
            }

            server.process().toHandle().destroy();

            Ran ran = running.get(60, TimeUnit.SECONDS);
            assertThat(ran.status()).as(ran.err()).isZero();
            assertThat(server.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void allowsWhatItsAccessPolicyAllowsAlone() throws Exception {
        Path policy = Files.writeString(
                folder.resolve("access.toml"),
                "[[allow]]\nroles = [\"*\"]\nnames = [\"the registry\"]\n"
                        + "[[allow]]\nroles = [\"*\"]\nnames = [\"bank\"]\nmethods = [\"notes\"]\n");
        try (Started server =
                Started.wherry("serve", "--bind", "bank=acme.Bank:acme.LedgerBank", "--access", policy.toString())) {
            String address = server.address();
            assertThat(Ran.wherry("call", address + "/bank.notes").status()).isZero();
            assertThat(Ran.wherry("call", address + "/bank.sleep", "1").err()).contains("Permission denied");
        }
        Files.writeString(policy, "[[allow]]\nroles = 1\n");
        assertThat(Ran.wherry("serve", "--bind", "bank=acme.Bank:acme.LedgerBank", "--access", policy.toString())
                        .err())
                .contains("access.toml:2:1 [allow]: roles is '1'; expected a list");
    }

    @Test
    void saysWhichClassItLacks() {
        Ran ran = Ran.wherry("serve", "--bind", "x=no.Such:no.Such2");

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains("Class not found: no.Such. Check --class-path");
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
}
