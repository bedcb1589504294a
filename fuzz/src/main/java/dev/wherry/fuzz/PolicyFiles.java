package dev.wherry.fuzz;

import dev.wherry.access.AccessPolicy;
import dev.wherry.access.PolicyException;
import dev.wherry.cli.policy.PolicyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;

/** A policy file. */
final class PolicyFiles implements Target {
    private static final String ACCESS = """
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

    private static final String MOBILITY = """
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

    private final String example;
    private final Reader reader;
    private Path file;

    /** Reads a file. Throws a {@link PolicyException} if it is not a policy; then the program does not start. */
    private interface Reader {
        void read(Path file) throws IOException;
    }

    private PolicyFiles(String example, Reader reader) {
        this.example = example;
        this.reader = reader;
    }

    /** Says who may call what. */
    static Target ofAccess() {
        return new PolicyFiles(ACCESS, AccessPolicy::read);
    }

    /** Says whose code is accepted, and where it runs. */
    static Target ofMobility() {
        return new PolicyFiles(MOBILITY, file -> PolicyFile.read(file, PolicyFiles::duration));
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (file == null) {
            file = Files.createTempFile("policy", ".toml");
            file.toFile().deleteOnExit();
        }
        Files.write(file, bytes);
        try {
            reader.read(file);
        } catch (PolicyException e) {
            // It is refused as it should be.
        }
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(example.getBytes(StandardCharsets.UTF_8));
    }
}
