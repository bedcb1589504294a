package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a real browser sees it. */
@Tag("browser")
class ReportInBrowserTest {
    private static final Pattern PLOT = Pattern.compile("<div class=\"plot\" id=\"([^\"]*)\"[^>]*>");
    private static final Pattern MARKS = Pattern.compile("data-marks=\"(\\d+)\"");

    @TempDir
    Path scratch;

    private Chromium browser;

    @BeforeEach
    void findBrowser() {
        browser = Chromium.needed();
    }

    @Test
    void drawsEveryPointOfEveryPlotWithoutErrorOrRequest() throws Exception {
        Results results = Samples.ordinary();
        List<Plot> plots = Page.of(results).plots();
        Chromium.Visit visit = open(Document.of(results));

        assertThat(visit.root()).contains("data-ready=\"true\"").doesNotContain("data-errors");
        assertThat(visit.requests()).isEmpty();
        List<String> drawn = PLOT.matcher(visit.dom())
                .results()
                .map(MatchResult::group)
                .filter(plot -> plot.contains("data-drawn=\"true\""))
                .toList();
        assertThat(plots).isNotEmpty();
        assertThat(drawn).hasSameSizeAs(plots);
        for (Plot plot : plots) {
            String tag = drawn.stream()
                    .filter(found -> found.contains("id=\"" + plot.id() + "\""))
                    .findFirst()
                    .orElseThrow();
            long points = plot.series().stream()
                    .mapToLong(line -> line.points().size())
                    .sum();
            assertThat(marks(tag)).as(plot.id() + " " + plot.title()).isEqualTo(points);
        }
        assertThat(visit.dom()).contains("href=\"blob:").contains("download=\"results.csv\"");
    }

    @Test
    void runsNothingThatHidesInTheResults() throws Exception {
        Chromium.Visit visit = open(Document.of(Samples.hostile()));

        assertThat(visit.root())
                .contains("data-ready=\"true\"")
                .doesNotContain("data-errors")
                .doesNotContain("pwned");
        assertThat(visit.requests()).isEmpty();
        assertThat(visit.dom()).doesNotContain("<b class=\"hostile\">");
    }

    @Test
    void hidesASystemFromEveryPlotAndReadsPointsOutByKeyboard() throws Exception {
        String reader = """
            <script>
            document.querySelector("#legend button").click();
            document.getElementById("plot-suite-0-0-0-0").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
            </script>\
            """;
        String dom = open(Chromium.acting(Samples.ordinary(), reader)).dom();

        List<Plot> plots = Page.of(Samples.ordinary()).plots();
        String first = plots.getFirst().series().getFirst().name();
        long others = plots.stream()
                .flatMap(plot -> plot.series().stream())
                .filter(line -> !line.name().equals(first))
                .mapToLong(line -> line.points().size())
                .sum();
        long drawn = PLOT.matcher(dom)
                .results()
                .mapToLong(plot -> marks(plot.group()))
                .sum();
        assertThat(drawn).isEqualTo(others);
        assertThat(dom).contains("threads 1: calls/s. ", "raw-socket 19k (");
    }

    @Test
    void drawsTheHistogramOfThePointThatIsChosen() throws Exception {
        String chooser = """
            <script>
            const choice = document.querySelector("select[data-plot]");
            choice.selectedIndex = 1;
            choice.dispatchEvent(new Event("change"));
            </script>\
            """;
        Chromium.Visit visit = open(Chromium.acting(HistogramTest.results(), chooser));

        assertThat(visit.root()).contains("data-ready=\"true\"").doesNotContain("data-errors");
        assertThat(PLOT.matcher(visit.dom()).results().map(MatchResult::group).filter(tag -> tag.contains("histogram")))
                .singleElement()
                .satisfies(tag -> assertThat(marks(tag)).isEqualTo(3));
    }

    @Test
    void changesBothAxesWithTheScaleThatIsChosen() throws Exception {
        String chooser = """
            <script>
            const scale = document.getElementById("scale");
            const plot = document.querySelector(".plot");
            const drawn = (then) => (plot.dataset.drawn ? then() : requestAnimationFrame(() => drawn(then)));
            const note = (name) => {
              const at = [...plot.querySelectorAll("path[fill^='var(--s']")].map((mark) => mark.getBoundingClientRect().x);
              document.documentElement.dataset[name] = document.getElementById(`${plot.id}-scale`).textContent;
              document.documentElement.dataset[`${name}Further`] = (at[2] - at[1]) / (at[1] - at[0]);
            };
            const choose = (name, then) => {
              scale.value = name;
              scale.dispatchEvent(new Event("change"));
              drawn(() => { note(name); then(); });
            };
            drawn(() => choose("linear", () => choose("logarithmic", () => choose("auto", () => {}))));
            </script>\
            """;
        Cell one = cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of());
        Cell three = cell("rmi", Map.of("threads", 3L), List.of(round(1, 1100)), List.of());
        Cell nine = cell("rmi", Map.of("threads", 9L), List.of(round(1, 1200)), List.of());
        String root = open(Chromium.acting(
                        Samples.results("quick", null, List.of(one, three, nine), List.of()), chooser))
                .root();

        assertThat(root)
                .contains("data-linear=\"from zero\"", "data-logarithmic=\"logarithmic\"", "data-auto=\"from zero\"");
        assertThat(number(root, "data-linear-further")).isCloseTo(3, within(0.05));
        assertThat(number(root, "data-logarithmic-further")).isCloseTo(1, within(0.05));
    }

    @Test
    void showsTheLeastAndTheGreatestRoundOfABarThatIsPointedAtOrReadByKeyboard() throws Exception {
        String pointer = """
            <script>
            const plot = document.querySelector(".plot");
            const drawn = (then) => (plot.dataset.drawn ? then() : requestAnimationFrame(() => drawn(then)));
            const tip = () => plot.querySelector(".tip")?.textContent ?? "none";
            drawn(() => {
              const bars = [...plot.querySelectorAll("path[fill^='var(--s']")].map((bar) => bar.getBoundingClientRect());
              const lowest = bars.reduce((a, b) => (a.y > b.y ? a : b));
              const where = { clientX: lowest.x + 5, clientY: lowest.y + lowest.height / 2, bubbles: true };
              for (const event of [new PointerEvent("pointermove", where), new MouseEvent("mousemove", where)]) {
                plot.querySelector("svg").dispatchEvent(event);
              }
              document.documentElement.dataset.pointed = tip();
              plot.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
              document.documentElement.dataset.read = tip();
              document.documentElement.dataset.said = document.getElementById("spoken").textContent;
            });
            </script>\
            """;
        Map<String, Long> params = Map.of("threads", 1L);
        Cell slow = cell("slow", params, List.of(round(1, 100), round(2, 150), round(3, 175)), List.of());
        Cell fast = cell("fast", params, List.of(round(1, 1000), round(2, 1500), round(3, 1750)), List.of());

        String root = open(Chromium.acting(Samples.results("quick", null, List.of(slow, fast), List.of()), pointer))
                .root();
        assertThat(root)
                .as("the best is on top")
                .contains("data-pointed=\"threads 1: calls/s slow150100 – 175\"")
                .contains("data-read=\"threads 1: calls/s fast1,5001,000 – 1,750\"")
                .contains("data-said=\"threads 1: calls/s. fast 1,500 (1,000 – 1,750)\"");
    }

    @Test
    void drawsThePrintedAveragesWithTheirStraightLineOnLinearScales() throws Exception {
        Results results = SheetTest.printed();
        Chromium.Visit visit = open(Document.of(results));

        assertThat(visit.root()).contains("data-ready=\"true\"").doesNotContain("data-errors");
        assertThat(PLOT.matcher(visit.dom()).results().map(MatchResult::group).filter(tag -> tag.contains("-sheet-")))
                .hasSize(2)
                .allSatisfy(tag -> assertThat(marks(tag)).isEqualTo(3));
        assertThat(visit.dom()).contains("id=\"plot-suite-0-sheet-0-then-scale\">from zero<");
    }

    @Test
    void isNoWiderThanAPhone() throws Exception {
        // A window may be refused such a width; a frame is not.
        for (Results results : List.of(Samples.ordinary(), Samples.judged(), SheetTest.printed())) {
            String teller = """
                <script>
                const root = document.documentElement;
                parent.postMessage(`${innerWidth} ${root.scrollWidth - root.clientWidth} ${root.dataset.ready}`, "*");
                </script>\
                """;
            Path folder = Files.createTempDirectory(scratch, "phone");
            Files.writeString(folder.resolve("report.html"), Chromium.acting(results, teller));
            String phone = """
                <!DOCTYPE html><html><body><iframe src="report.html" style="width: 360px; height: 700px; border: 0"></iframe>
                <script>addEventListener("message", (told) => { document.documentElement.dataset.told = told.data; });</script>
                </body></html>\
                """;
            assertThat(browser.open(Files.writeString(folder.resolve("phone.html"), phone), folder)
                            .root())
                    .contains("data-told=\"360 0 true\"");
        }
    }

    @Test
    void printsOnSeveralPages() throws Exception {
        Path folder = Files.createTempDirectory(scratch, "print");
        Path page = Files.writeString(folder.resolve("report.html"), Document.of(Samples.ordinary()));
        String paper = Files.readString(browser.print(page, folder), StandardCharsets.ISO_8859_1);

        assertThat(paper).startsWith("%PDF-");
        assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(paper).results().count())
                .isGreaterThan(1);
    }

    @Test
    void handsOutTheResultsAndTheTableThatItHolds() throws Exception {
        String taker = """
            <script>
            for (const kind of ["json", "csv"]) {
              fetch(document.getElementById(`download-${kind}`).href)
                .then((answer) => answer.text())
                .then((text) => { document.documentElement.dataset[kind] = encodeURIComponent(text); });
            }
            </script>\
            """;
        Results results = Samples.ordinary();
        String root = open(Chromium.acting(results, taker)).root();

        Path file = Files.writeString(scratch.resolve("results.json"), text(root, "data-json"));
        assertThat(Results.read(file)).isEqualTo(results);
        assertThat(text(root, "data-csv")).startsWith("suite,workload,system,").isEqualTo(Csv.of(results));
    }

    @Test
    void countsAnErrorInAScript() throws Exception {
        String broken = Document.of(Samples.ordinary()).replace("data.plots)", "data.none)");
        // Its hash is then another, so the policy goes too.
        broken = broken.replaceFirst(Chromium.POLICY, "");

        assertThat(open(broken).root()).contains("data-errors").doesNotContain("data-ready");
    }

    @Test
    void stopsAndCountsARequest() throws Exception {
        String image = "<body><img src=\"http://127.0.0.1:9/picture.png\">";
        String asking = Document.of(Samples.ordinary()).replace("<body>", image);
        String unguarded = asking.replaceFirst(Chromium.POLICY, "");

        Chromium.Visit guarded = open(asking);
        assertThat(guarded.requests()).isEmpty();
        assertThat(guarded.root()).contains("img-src: http://127.0.0.1:9/picture.png");
        assertThat(open(unguarded).requests()).singleElement().asString().contains("http://127.0.0.1:9/picture.png");
    }

    private Chromium.Visit open(String html) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(scratch, "visit");
        return browser.open(Files.writeString(folder.resolve("report.html"), html), folder);
    }

    private static long marks(String tag) {
        return MARKS.matcher(tag)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .findFirst()
                .orElse(-1);
    }

    private static String attribute(String root, String name) {
        Matcher found = Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(root);
        assertThat(found.find()).as(name + " in " + root).isTrue();
        return found.group(1);
    }

    private static double number(String root, String name) {
        return Double.parseDouble(attribute(root, name));
    }

    /** Returns the text that a script wrote with {@code encodeURIComponent}, which leaves no plus sign. */
    private static String text(String root, String name) {
        return URLDecoder.decode(attribute(root, name), StandardCharsets.UTF_8);
    }
}
