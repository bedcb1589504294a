package dev.wherry.http;

import dev.wherry.testsupport.Polling;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A page in headless Chromium, in which a test runs scripts by the DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path profile;
    private final URI page;

    /** Opens a page. The test is skipped if there is no browser. */
    Browser(URI page, Path scratch) throws IOException {
        this.page = page;
        profile = scratch.resolve("profile");
        process = new ProcessBuilder(command(scratch, "--remote-debugging-port=0", page.toString()))
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("chromium.log").toFile())
                .start();
    }

    /** Returns the command that opens pages of 127.0.0.1 alone, with further arguments. */
    static List<String> command(Path scratch, String... more) {
        Optional<Path> browser = Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        Assumptions.assumeTrue(browser.isPresent(), "No chromium on the PATH: apt-get install chromium");
        List<String> command = new ArrayList<>(List.of(
                browser.orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--user-data-dir=" + scratch.resolve("profile")));
        command.addAll(List.of(more));
        return command;
    }

    /** Runs an expression in the page, waits for it if it is a promise, and returns the text that it yields. */
    String run(String expression) throws Exception {
        Polling.until("the page is loaded", this::isLoaded);
        JsonNode result = evaluate(expression);
        JsonNode value = result.at("/result/result/value");
        if (value.isMissingNode()) {
            throw new AssertionError("The script failed: " + result);
        }
        return value.asString();
    }

    private boolean isLoaded() {
        try {
            JsonNode state = evaluate("location.href + ' ' + document.readyState");
            return state.at("/result/result/value").asString("").equals(page + " complete");
        } catch (Exception e) {
            throw new AssertionError("The browser does not answer", e);
        }
    }

    private JsonNode evaluate(String expression) throws Exception {
        ObjectNode request = JSON.createObjectNode().put("id", 1).put("method", "Runtime.evaluate");
        request.putObject("params")
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true);
        Answer answer = new Answer();
        WebSocket socket =
                http.newWebSocketBuilder().buildAsync(debugger(), answer).get(60, TimeUnit.SECONDS);
        try {
            socket.sendText(request.toString(), true).get(60, TimeUnit.SECONDS);
            return JSON.readTree(answer.text.get(60, TimeUnit.SECONDS));
        } finally {
            socket.abort();
        }
    }

    /** The first message that the browser sends. */
    private static final class Answer implements WebSocket.Listener {
        private final CompletableFuture<String> text = new CompletableFuture<>();
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            parts.append(part);
            if (last) {
                text.complete(parts.toString());
            }
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            text.completeExceptionally(failure);
        }
    }

    private URI debugger() throws IOException, InterruptedException {
        Path port = profile.resolve("DevToolsActivePort");
        Polling.until(
                "the browser listens", () -> !process.isAlive() || lines(port).size() > 1);
        URI list = URI.create("http://127.0.0.1:" + lines(port).getFirst() + "/json/list");
        String pages = http.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        for (JsonNode each : JSON.readTree(pages)) {
            if (each.get("type").asString().equals("page")) {
                return URI.create(each.get("webSocketDebuggerUrl").asString());
            }
        }
        throw new AssertionError("The browser has no page: " + pages);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of(); // it is being written
        }
    }

    @Override
    public void close() throws Exception {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        http.close();
    }
}
