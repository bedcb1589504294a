package dev.wherry.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link DemoServer} in another JVM with the same class path. It ends with {@link #close}, or with this JVM. */
public final class ServerProcess implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 10;
    private static final String READY = "listening ";

    private final Process process;
    private final Path log;
    private final String address;

    private ServerProcess(Process process, Path log, String address) {
        this.process = process;
        this.log = log;
        this.address = address;
    }

    /**
     * Starts it, and returns when it can be called.
     *
     * @throws IOException if it does not start; the message has the output of the process
     */
    public static ServerProcess start() throws IOException {
        Path log = Files.createTempFile("wherry-demo-server", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DemoServer.class.getName())
                .redirectError(log.toFile())
                .start();
        try {
            return new ServerProcess(process, log, address(process, log));
        } catch (IOException e) {
            end(process, log);
            throw e;
        }
    }

    private static String address(Process process, Path log) throws IOException {
        BufferedReader out = process.inputReader();
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> {
            try {
                return String.valueOf(out.readLine());
            } catch (IOException e) {
                return e.toString();
            }
        });
        String line;
        try {
            line = first.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException("The server's JVM printed nothing for " + START_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while the server's JVM was starting", e);
        }
        if (!line.startsWith(READY)) {
            throw new IOException(
                    "The server's JVM did not start: " + Files.readString(log).strip());
        }
        return line.substring(READY.length());
    }

    /** Returns the address at which it listens. */
    public String address() {
        return address;
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() throws IOException {
        end(process, log);
    }

    private static void end(Process process, Path log) throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(log);
    }
}
