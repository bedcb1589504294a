package dev.wherry.fuzz;

import dev.wherry.access.PolicyException;
import dev.wherry.cli.policy.PolicyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A policy file that says whose code is accepted, and where it runs. */
final class PolicyOfMobility implements Target {
    private static final String EXAMPLE = """
            [who]
            keys = ["ed25519:3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"]
            users = ["0", "1000"]
            anyone = false

            [packages]
            allow = ["com.acme.*", ""]
            deny = ["com.acme.internal.*"]
            shipped-first = ["com.acme.prices"]

            [limits]
            bundle = "16 MiB"
            workspace-classes = 4096

            [child]
            heap = "256 MiB"
            cpu-time = "PT1M"
            threads = 64
            """;

    private Path file;

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (file == null) {
            file = Files.createTempFile("mobility", ".toml");
            file.toFile().deleteOnExit();
        }
        Files.write(file, bytes);
        try {
            PolicyFile.read(file, PolicyOfMobility::duration);
        } catch (PolicyException e) {
            // The host does not start.
        }
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(EXAMPLE.getBytes(StandardCharsets.UTF_8));
    }
}
