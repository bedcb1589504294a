package dev.wherry.http.websocket;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.wherry.testsupport.Polling;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real nginx with a configuration of a test, in a folder of its own. */
final class Nginx implements AutoCloseable {
    private static final Path STREAM = Path.of("/usr/lib/nginx/modules/ngx_stream_module.so");

    private final Path folder;
    private final Path configuration;
    private final int port;
    private Process process;

    /**
     * @param port at which it listens, with others or alone
     * @param http the contents of the block {@code http}
     * @param stream the contents of the block {@code stream}; empty if there is none
     */
    Nginx(Path folder, int port, String http, String stream) throws IOException {
        requireInstalled();
        this.folder = folder;
        this.port = port;
        configuration = Files.writeString(
                folder.resolve("nginx.conf"), """
                daemon off;
                user root;
                worker_processes 1;
                worker_shutdown_timeout 1s;
                pid %1$s/nginx.pid;
                error_log %1$s/error.log;
                %4$s
                events {}
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    %2$s
                }
                stream {
                    %3$s
                }
                """.formatted(folder, http, stream, "load_module " + STREAM + ";"));
        start();
    }

    static void requireInstalled() {
        boolean found = Files.exists(STREAM);
        for (String each : System.getenv("PATH").split(File.pathSeparator)) {
            found &= found || Files.isExecutable(Path.of(each, "nginx"));
        }
        if (!found) {
            String missing = "nginx with its stream module is not installed (packages nginx and libnginx-mod-stream)";
            if (System.getenv("CI") != null) {
                fail(missing);
            }
            abort(missing);
        }
    }

    private void start() throws IOException {
        process = new ProcessBuilder(
                        "nginx",
                        "-e",
                        folder.resolve("error.log").toString(),
                        "-c",
                        configuration.toString(),
                        "-p",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.log").toFile())
                .start();
        Polling.until("nginx listens", () -> isListening() || !process.isAlive());
        if (!process.isAlive()) {
            throw new IOException("nginx does not start: " + Files.readString(folder.resolve("output.log")));
        }
    }

    private boolean isListening() {
        try (Socket ignored = new Socket("127.0.0.1", port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Has the workers replaced, which close their connections after a second. */
    void reload() throws IOException, InterruptedException {
        long worker = worker();
        new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
        Polling.until(
                "nginx has replaced its worker", () -> process.children().noneMatch(each -> each.pid() == worker));
    }

    private long worker() {
        return process.children().findFirst().orElseThrow().pid();
    }

    void restart() throws IOException, InterruptedException {
        stop();
        start();
    }

    private void stop() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    String errors() {
        try {
            return Files.readString(folder.resolve("error.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
