package dev.wherry.fuzz;

import dev.wherry.access.AccessPolicy;
import dev.wherry.access.PolicyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A policy file that says who may call what. */
final class PolicyOfAccess implements Target {
    private static final String EXAMPLE = """
            [roles]
            clerk = ["tls CN=clerk*", "unix bank"]

            [[allow]]
            roles = ["clerk"]
            names = ["bank", "bank.*"]
            methods = ["balance"]

            [[limit]]
            roles = ["clerk"]
            calls-in-flight = 8
            rate = 100
            burst = 20
            """;

    private Path file;

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (file == null) {
            file = Files.createTempFile("access", ".toml");
            file.toFile().deleteOnExit();
        }
        Files.write(file, bytes);
        try {
            AccessPolicy.read(file);
        } catch (PolicyException e) {
            // The endpoint does not start.
        }
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(EXAMPLE.getBytes(StandardCharsets.UTF_8));
    }
}
