package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Key;
import dev.wherry.testsupport.Domains;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DdsCommandTest {
    private static final DdsOptions DDS = DdsOptions.builder().loopback().build();

    /** A service. */
    public interface Greeter {
        String greet(String name);
    }

    /** A value that is not a request. */
    public record Entry(@Key String id) {}

    private final String domain = String.valueOf(Domains.any());

    private static void needsLibrary(String domain) {
        try {
            DataSpace.join("dds://" + domain, DDS).close();
        } catch (CallException e) {
            assumeTrue("true".equals(System.getenv("CI")), e.getMessage());
            throw e;
        }
    }

    private static Endpoint endpoint() {
        return Endpoint.create(EndpointOptions.builder().with(DDS).build());
    }

    private Endpoint server(String name) {
        needsLibrary(domain);
        Endpoint server = endpoint();
        server.bind(name, Greeter.class, each -> "Hello\u001b[2J " + each);
        server.listenAt("dds://" + domain);
        return server;
    }

    @Test
    void listsAServiceWithItsOperationsAndServers() {
        try (Endpoint server = server("greeter")) {
            Ran ran = Ran.wherry("dds", "ls", "--domain", domain, "--loopback");
            assertThat(ran.status()).isZero();
            assertThat(ran.out())
                    .contains("(pid " + ProcessHandle.current().pid() + ") on ")
                    .contains("service greeter  type ")
                    .contains("  operations: greet\n")
                    .containsPattern("  server [0-9a-f]{32}\n");
            assertThat(server.addresses()).hasSize(1);
        }
    }

    @Test
    void writesControlCharactersOfNamesAsEscapes() {
        needsLibrary(domain);
        try (DataSpace space = DataSpace.join("dds://" + domain, DDS)) {
            space.state("evil\u001b]0;name\u0007_Request", Entry.class);
            space.state("evil\u001b]0;name\u0007_Reply", Entry.class);
            assertThat(Ran.wherry("dds", "ls", "--domain", domain, "--loopback").out())
                    .contains("service evil\\u001b]0;name\\u0007  type")
                    .doesNotContain("\u001b");
        }
    }

    @Test
    void printsTheCallsOfAService() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (Endpoint server = server("greeter");
                Endpoint client = endpoint()) {
            CompletableFuture<Void> calls = CompletableFuture.runAsync(() -> {
                Greeter greeter = client.lookup("dds://" + domain + "/greeter", Greeter.class);
                while (!done.get()) {
                    greeter.greet("Ada");
                }
            });
            Ran ran;
            try {
                ran = Ran.wherry(
                        "dds",
                        "spy",
                        "greeter",
                        "--domain",
                        domain,
                        "--loopback",
                        "--count",
                        "500", // more than are read of one topic before the other
                        "--interface",
                        Greeter.class.getName());
            } finally {
                done.set(true);
            }
            calls.get();
            assertThat(ran.status()).isZero();
            assertThat(ran.out())
                    .hasLineCount(500)
                    .containsPattern("  request  [0-9a-f]{32}/\\d+  greet  \\[Ada]  \\(\\d+ bytes\\)")
                    .containsPattern("  reply    [0-9a-f]{32}/\\d+  greet  Hello\\\\u001b\\[2J Ada  \\(\\d+ bytes\\)");
            assertThat(server.addresses()).hasSize(1);
        }
    }

    @Test
    void refusesWhatCannotBe() {
        assertThat(Ran.wherry("dds", "ls", "--domain", "231").err()).contains("a number from 0 to 230; it is 231");
        assertThat(Ran.wherry("dds", "ls", "--peer", "<x>").err()).contains("'<x>' is not the name or the address");
        assertThat(Ran.wherry("dds", "spy", "bank", "--interface", "java.lang.String")
                        .status())
                .isEqualTo(ExitCode.USAGE.status());
        assertThat(Ran.wherry("dds").err()).contains("Missing command. Commands: ls, spy");
    }

    @Test
    void saysWhatIsMissingWithoutTheLibrary() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dwherry.dds.library=/nowhere/libddsc.so",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "dds",
                        "ls",
                        "--domain",
                        domain)
                .redirectErrorStream(true)
                .start();
        try (Started started = new Started(process, process.inputReader())) {
            assertThat(started.line()).startsWith("wherry: ").contains("/nowhere/libddsc.so");
            assertThat(started.status()).isEqualTo(ExitCode.UNREACHABLE.status());
        }
    }
}
