package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page to try the calls, in headless Chromium. */
@Tag("long")
class PageInBrowserTest {
    /** Fills in what is given, presses the button and returns what the page shows then. */
    private static final String PRESS = """
            (async () => {
              const soon = () => new Promise(done => setTimeout(done, 10));
              while (!document.documentElement.dataset.ready) await soon();
              const box = [...document.querySelectorAll("details")].find(each =>
                each.querySelector(".verb").textContent === "%s" && each.querySelector("code").textContent === "%s");
              box.open = true;
              const given = %s;
              const body = box.querySelector("textarea");
              if (body) body.value = JSON.stringify(given);
              else [...box.querySelectorAll("input")].forEach((input, at) => { input.value = given[at]; });
              box.querySelector("button").click();
              const result = box.querySelector("pre");
              while (result.textContent === "") await soon();
              return result.textContent;
            })()""";

    @TempDir
    private Path scratch;

    @Test
    void listsTheCallsWithoutAnythingFromElsewhere() throws IOException, InterruptedException {
        Path dom = scratch.resolve("dom.html");
        Path log = scratch.resolve("net.json");
        try (Served served = Served.usual()) {
            Process process = new ProcessBuilder(Browser.command(
                            scratch,
                            "--virtual-time-budget=10000",
                            "--log-net-log=" + log,
                            "--dump-dom",
                            served.http + "/"))
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

    @Test
    void makesTheCallAndShowsItsResultOrItsProblem() throws Exception {
        try (Served served = Served.usual();
                Browser browser = new Browser(served.http.resolve("/"), scratch)) {
            assertThat(press(browser, "POST", "/bank/addOne", "{number: 41}")).isEqualTo("200 OK\n42");
            assertThat(press(browser, "GET", "/bank/addOne", "[6]")).isEqualTo("200 OK\n7");
            assertThat(press(browser, "POST", "/bank/nothing", "{}")).isEqualTo("204 No Content");
            assertThat(press(browser, "POST", "/bank/fail", "{how: \"declared\"}"))
                    .startsWith("422 ")
                    .contains("\"exception\":")
                    .contains("NoFunds");
            assertThat(press(browser, "POST", "/bank/later", "{other: 1}"))
                    .startsWith("400 ")
                    .contains("the property is unknown");
        }
    }

    @Test
    void asksForNamesAndCallsWithTheTokenThatIsTyped() throws Exception {
        try (Served served = ListingsTest.served(ListingsTest::onlyAnn);
                Browser browser = new Browser(served.http.resolve("/"), scratch)) {
            assertThat(browser.run("""
                    (async () => {
                      const shown = () => document.getElementById("calls")?.textContent ?? "Loading";
                      while (shown() === "Loading") await new Promise(done => setTimeout(done, 10));
                      const before = shown();
                      const token = document.getElementById("token");
                      token.value = "right";
                      token.dispatchEvent(new Event("change"));
                      return before;
                    })()""")).startsWith("403 ").contains("Only ann");
            assertThat(press(browser, "POST", "/bank/addOne", "{number: 41}")).isEqualTo("200 OK\n42");
        }
    }

    private static String press(Browser browser, String verb, String path, String given) throws Exception {
        return browser.run(PRESS.formatted(verb, path, given));
    }
}
