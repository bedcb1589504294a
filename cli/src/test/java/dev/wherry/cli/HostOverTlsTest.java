package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host of tasks with certificates and an access policy, and tasks that are sent to it. */
@Timeout(120)
class HostOverTlsTest {
    @TempDir
    private Path folder;

    private String certificate(String kind, String name) {
        Ran ran = Ran.wherry("cert", kind, name, "--folder", folder.resolve("c").toString());
        assertThat(ran.status()).as(ran.err()).isZero();
        return folder.resolve("c").resolve(name).toString();
    }

    @Test
    void runsTheTasksOfThoseWhomTheAccessPolicyAllows() throws Exception {
        assertThat(Ran.wherry("cert", "init", "--folder", folder.resolve("c").toString())
                        .status())
                .isZero();
        String server = certificate("server", "127.0.0.1");
        String ann = certificate("client", "ann");
        String bob = certificate("client", "bob");
        Path access = Files.writeString(folder.resolve("access.toml"), """
                [roles]
                sender = ["tls CN=ann*"]
                [[allow]]
                roles = ["sender"]
                names = ["the host of tasks"]
                """);
        String task = Files.writeString(
                        folder.resolve("Seven.java"),
                        "public class Seven implements java.util.concurrent.Callable<Integer> {"
                                + " public Integer call() { return 7; } }")
                .toString();
        try (Started host = Started.wherry(
                "host",
                "--listen",
                "tls://127.0.0.1:0",
                "--allow-code",
                "any",
                "--tls",
                server,
                "--access",
                access.toString())) {
            String address = host.line().substring("listening ".length());
            assertThat(address).startsWith("tls://127.0.0.1:");

            Ran allowed = Ran.wherry("run", address, task, "--tls", ann);
            assertThat(allowed.status()).as(allowed.err()).isZero();
            assertThat(allowed.line()).isEqualTo("7");
            assertThat(Ran.wherry("run", address, task, "--tls", bob).err()).contains("Permission denied");
            assertThat(Ran.wherry("run", address, task).err()).contains("is not trusted");
        }
    }
}
