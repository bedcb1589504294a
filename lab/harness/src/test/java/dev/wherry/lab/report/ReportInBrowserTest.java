package dev.wherry.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a real browser sees it. */
@Tag("browser")
class ReportInBrowserTest {
    private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";
    private static final Pattern ROOT = Pattern.compile("<html[^>]*>");
    private static final Pattern PLOT = Pattern.compile("<div class=\"plot\" id=\"([^\"]*)\"[^>]*>");
    private static final Pattern MARKS = Pattern.compile("data-marks=\"(\\d+)\"");

    @TempDir
    Path scratch;

    private Chromium browser;

    @BeforeEach
    void findBrowser() {
        browser = Chromium.find().orElseGet(() -> {
            String missing = "No chromium on the PATH: apt-get install chromium";
            return System.getenv("CI") != null ? fail(missing) : abort(missing);
        });
    }

    @Test
    void drawsEveryPointOfEveryPlotWithoutErrorOrRequest() throws Exception {
        Results results = Samples.ordinary();
        List<Plot> plots = Page.of(results).plots();
        Chromium.Visit visit = open(Document.of(results));

        assertThat(root(visit)).contains("data-ready=\"true\"").doesNotContain("data-errors");
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

        assertThat(root(visit))
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
                document.querySelector(".plot").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
                </script></body>""";
        String html = Document.of(Samples.ordinary()).replaceFirst(POLICY, "");
        int end = html.lastIndexOf("</body>");
        String dom = open(html.substring(0, end) + reader + html.substring(end)).dom();

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
                </script></body>""";
        String html = Document.of(HistogramTest.results()).replaceFirst(POLICY, "");
        int end = html.lastIndexOf("</body>");
        Chromium.Visit visit = open(html.substring(0, end) + chooser + html.substring(end));

        assertThat(root(visit)).contains("data-ready=\"true\"").doesNotContain("data-errors");
        assertThat(PLOT.matcher(visit.dom()).results().map(MatchResult::group).filter(tag -> tag.contains("histogram")))
                .singleElement()
                .satisfies(tag -> assertThat(marks(tag)).isEqualTo(3));
    }

    @Test
    void showsTheConclusionsOnThePaperOfAPhone() throws Exception {
        String narrow = """
                <script>
                document.body.style.width = "320px";
                const wide = [...document.querySelectorAll(".claims, .claims *")].filter((e) => e.scrollWidth > 320);
                document.documentElement.dataset.claims = document.querySelectorAll(".claims li").length;
                document.documentElement.dataset.wide = wide.length;
                </script></body>""";
        String html = Document.of(Samples.judged()).replaceFirst(POLICY, "");
        int end = html.lastIndexOf("</body>");

        assertThat(root(open(html.substring(0, end) + narrow + html.substring(end))))
                .contains("data-claims=\"3\"", "data-wide=\"0\"")
                .doesNotContain("data-errors");
    }

    @Test
    void countsAnErrorInAScript() throws Exception {
        String broken = Document.of(Samples.ordinary()).replace("\"plots\":[", "\"plots\":[null,");

        assertThat(root(open(broken))).contains("data-errors").doesNotContain("data-ready");
    }

    @Test
    void stopsAndCountsARequest() throws Exception {
        String image = "<body><img src=\"http://127.0.0.1:9/picture.png\">";
        String asking = Document.of(Samples.ordinary()).replace("<body>", image);
        String unguarded = asking.replaceFirst(POLICY, "");

        Chromium.Visit guarded = open(asking);
        assertThat(guarded.requests()).isEmpty();
        assertThat(root(guarded)).contains("img-src: http://127.0.0.1:9/picture.png");
        assertThat(open(unguarded).requests()).singleElement().asString().contains("http://127.0.0.1:9/picture.png");
    }

    private Chromium.Visit open(String html) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(scratch, "visit");
        return browser.open(Files.writeString(folder.resolve("report.html"), html), folder);
    }

    private static String root(Chromium.Visit visit) {
        return ROOT.matcher(visit.dom()).results().findFirst().orElseThrow().group();
    }

    private static long marks(String tag) {
        return MARKS.matcher(tag)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .findFirst()
                .orElse(-1);
    }
}
