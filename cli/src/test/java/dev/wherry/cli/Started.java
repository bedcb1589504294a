package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command in a process of its own; killed at the end. */
record Started(Process process, BufferedReader out) implements AutoCloseable {
    static Started wherry(String... arguments) throws IOException {
        return wherry(ProcessBuilder.Redirect.INHERIT, arguments);
    }

    static Started wherry(ProcessBuilder.Redirect errors, String... arguments) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Dstdout.encoding=UTF-8",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName()),
                        Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(command).redirectError(errors).start();
        return new Started(process, process.inputReader());
    }

    /** Where it says that it listens. */
    String address() throws Exception {
        String line = line();
        assertThat(line).matches("listening (tcp://127\\.0\\.0\\.1:[1-9]\\d*|unix:/.*)");
        return line.substring("listening ".length());
    }

    /** The next line; null at the end. */
    String line() throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return out.readLine();
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .get(60, TimeUnit.SECONDS);
    }

    int status() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
