package dev.wherry.dds.idl.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.testsupport.Domains;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** Programs of other projects that tests run, and the endpoints that talk to them. */
final class Tools {
    private static final DdsOptions DDS =
            DdsOptions.builder().loopback().findTimeout(Duration.ofSeconds(60)).build();

    private Tools() {}

    /** Skips the test if a program is not installed. In CI it is. */
    static void require(String... programs) {
        for (String each : programs) {
            boolean there = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, each)));
            assume(there, each + " is not installed, which this test needs");
        }
    }

    /** Skips the test if something is not there. In CI it must be. */
    static void assume(boolean there, String otherwise) {
        Assumptions.assumeTrue(there || "true".equals(System.getenv("CI")), otherwise);
    }

    /** Returns a domain that other tests hardly use at the same time. Skips the test where there is no C library. */
    static int domain() {
        try {
            CycloneEngine.load();
        } catch (DdsException e) {
            assume(false, e.getMessage());
            throw e;
        }
        return Domains.any();
    }

    static Endpoint endpoint() {
        return Endpoint.create(EndpointOptions.builder()
                .with(DDS)
                .timeout(Duration.ofSeconds(60))
                .build());
    }

    /** Copies a file that is beside the tests into a folder. */
    static Path copy(String name, Path folder) throws IOException {
        try (var in = Tools.class.getResourceAsStream(name)) {
            Files.write(folder.resolve(name), in.readAllBytes());
        }
        return folder.resolve(name);
    }

    private static ProcessBuilder builder(Path folder, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("CYCLONEDDS_URI", DDS.configuration());
        builder.environment().put("PYTHONPATH", folder.resolve("python").toString());
        return builder;
    }

    /** Runs a program to its end, which must be a success. Returns its output. */
    static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = builder(folder, List.of(command))
                .redirectOutput(output.toFile())
                .start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(120, TimeUnit.SECONDS);
            String text = Files.readString(output);
            assertThat(ended).as(text).isTrue();
            assertThat(process.exitValue()).as(text).isZero();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    /** A server in another process, which ends with its standard input. */
    record Server(Process process) implements AutoCloseable {
        /** Starts it. Returns when it has written that it is serving. */
        static Server start(Path folder, String... command) throws IOException {
            Process process = builder(folder, List.of(command)).start();
            var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String first = reader.readLine();
            if (!"serving".equals(first)) {
                process.destroyForcibly();
                throw new AssertionError(first + "\n" + reader.lines().collect(Collectors.joining("\n")));
            }
            return new Server(process);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
