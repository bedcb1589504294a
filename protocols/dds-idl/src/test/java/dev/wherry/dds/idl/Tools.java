package dev.wherry.dds.idl;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/** Programs of other projects that tests run. */
final class Tools {
    private Tools() {}

    /** Skips the test if a program is not installed. In CI it is. */
    static void require(String... programs) {
        for (String each : programs) {
            boolean there = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, each)));
            Assumptions.assumeTrue(
                    there || "true".equals(System.getenv("CI")), each + " is not installed, which this test needs");
        }
    }

    /** Runs a program to its end. Returns its output, and its status in the last line. */
    static String run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (var output = process.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8) + "exit " + process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }
}
