package dev.wherry.lab.report;

import dev.wherry.lab.MissingTool;
import dev.wherry.lab.results.Results;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless browser that opens one page and returns the result. */
record Chromium(Path binary) {
    static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";
    private static final Pattern ROOT = Pattern.compile("<html[^>]*>");
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    /** The page after its scripts have run, and the addresses that it asked the network for. */
    record Visit(String dom, List<String> requests) {
        /** The tag that the page's scripts leave their marks on. */
        String root() {
            return ROOT.matcher(dom).results().findFirst().orElseThrow().group();
        }
    }

    /** The page with a script that runs once its plots are there, and without the policy that would not let it run. */
    static String acting(Results results, String script) throws IOException {
        String html = Document.of(results).replaceFirst(POLICY, "");
        int end = html.lastIndexOf("</body>");
        String waiting = script.replace("<script>", "<script>document.addEventListener(\"ready\", () => {")
                .replace("</script>", "});</script>");
        return html.substring(0, end) + waiting + html.substring(end);
    }

    /** Returns the browser on the path. Without one the test is skipped, or fails in CI. */
    static Chromium needed() {
        return find().orElseGet(() -> MissingTool.skipsOrFails("No chromium on the PATH: apt-get install chromium"));
    }

    private static Optional<Chromium> find() {
        return NAMES.stream()
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Chromium::new);
    }

    Visit open(Path page, Path scratch) throws IOException, InterruptedException {
        Path netLog = scratch.resolve("net.json");
        Path dom = scratch.resolve("dom.html");
        run(page, scratch, dom, "--log-net-log=" + netLog, "--dump-dom");
        return new Visit(Files.readString(dom), requests(Files.readString(netLog)));
    }

    /** The page on paper, as a PDF. */
    Path print(Path page, Path scratch) throws IOException, InterruptedException {
        Path paper = scratch.resolve("page.pdf");
        run(page, scratch, scratch.resolve("print.log"), "--print-to-pdf=" + paper, "--no-pdf-header-footer");
        return paper;
    }

    private void run(Path page, Path scratch, Path output, String... what) throws IOException, InterruptedException {
        Path log = scratch.resolve("chromium.log");
        List<String> command = new ArrayList<>(List.of(
                binary.toString(),
                "--headless",
                "--no-sandbox", // it refuses to run as root otherwise, and the page is our own
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--user-data-dir=" + scratch.resolve("profile"),
                "--window-size=1000,2000",
                "--virtual-time-budget=10000"));
        command.addAll(List.of(what));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("%s did not finish within 120 s: %s".formatted(binary, Files.readString(log)));
        }
        if (process.exitValue() != 0) {
            throw new IOException("%s ended with %d: %s".formatted(binary, process.exitValue(), Files.readString(log)));
        }
    }

    /** Returns the requests of pages. The log has a line for each event, and requests of the browser alone name no page. */
    private static List<String> requests(String netLog) {
        return netLog.lines()
                .filter(line -> line.contains("\"initiator\":\"") && !line.contains("\"initiator\":\"not an origin\""))
                .filter(line -> line.contains("\"url\":\"") && !line.contains("\"url\":\"file:"))
                .toList();
    }
}
