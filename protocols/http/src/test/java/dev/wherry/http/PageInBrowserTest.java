package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page to try the calls, in headless Chromium. */
@Tag("long")
class PageInBrowserTest {
    @TempDir
    private Path scratch;

    private static Optional<Path> chromium() {
        return Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void listsTheCallsWithoutAnythingFromElsewhere() throws IOException, InterruptedException {
        Optional<Path> browser = chromium();
        Assumptions.assumeTrue(browser.isPresent(), "No chromium on the PATH: apt-get install chromium");
        Path dom = scratch.resolve("dom.html");
        Path log = scratch.resolve("net.json");
        try (Served served = Served.usual()) {
            Process process = new ProcessBuilder(
                            browser.get().toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync",
                            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                            "--user-data-dir=" + scratch.resolve("profile"),
                            "--virtual-time-budget=10000",
                            "--log-net-log=" + log,
                            "--dump-dom",
                            served.http + "/")
                    .redirectOutput(dom.toFile())
                    .redirectError(scratch.resolve("err.log").toFile())
                    .start();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(dom))
                    .contains("data-ready=\"true\"")
                    .contains("/bank/addOne")
                    .contains("bank/watch is not served");
            assertThat(Files.readString(log).lines())
                    .filteredOn(line -> line.contains("\"initiator\":\"http") && line.contains("\"url\":\""))
                    .allMatch(line -> line.contains("\"url\":\"" + served.http + "/"));
        }
    }
}
