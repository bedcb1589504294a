package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Comparison.Ratio;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Results.Titles;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Spread;
import dev.wherry.lab.results.WarmUp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final Difference FOUND = new Difference(0.1, 0.1, true);
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void writesOneFileThatRefersToNothingOutsideItself(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.html");
        Report.write(Samples.ordinary(), file);

        String markup = withoutScripts(Files.readString(file));
        assertThat(markup)
                .doesNotContainPattern("(src|href|action)=\"(?!#|data:,)")
                .doesNotContain("@import", "url(");
    }

    @Test
    void carriesTheWholeResultsForDownload() throws IOException {
        Results results = Samples.ordinary();
        JsonNode data = JsonMapper.shared().readTree(embedded(Document.of(results)));

        assertThat(data.get("results")).isEqualTo(JsonMapper.shared().readTree(results.toJson()));
        assertThat(data.get("columns").size()).isEqualTo(Csv.COLUMNS.size());
    }

    @Test
    void letsNoHostileTextOutOfItsPlace() throws IOException {
        String html = Document.of(Samples.hostile());
        String markup = withoutScripts(html);

        assertThat(html).doesNotContain("</script><script>document", "<b class=\"hostile\">", "<img src=x");
        assertThat(html.split("<script", -1)).hasSize(4 + 1);
        assertThat(markup).contains("&lt;b class&#x3D;&quot;hostile&quot;&gt;", "{{page}}{{{data}}}");
        assertThat(element(html)).matches("[A-Za-z0-9+/=]+");
        assertThat(JsonMapper.shared()
                        .readTree(embedded(html))
                        .at("/results/cells/0/system")
                        .asString())
                .isEqualTo(Samples.HOSTILE);
    }

    @Test
    void callsSuitesAndWorkloadsByTheirTitlesWhereTheyAreKnown() throws IOException {
        Cell cell = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        Results plain = Samples.results("quick", null, List.of(cell), List.of());
        assertThat(Document.of(plain)).contains("mobility</h2>", "<h3><code>people-by-threads</code></h3>");

        Titles titles = new Titles(
                "mobility",
                "One against another",
                Map.of("people-by-threads", "One person a call"),
                Map.of("people-by-threads", "Mind the gap."));
        assertThat(Document.of(Samples.titled(plain, titles)))
                .contains(
                        "Suite mobility</p>",
                        "One against another</h2>",
                        "<h3>One person a call <code>people-by-threads</code></h3>",
                        " Mind the gap.</p>");
    }

    @Test
    void saysLoudlyThatASmokeRunMeansNothing() throws IOException {
        List<Cell> cells = List.of(cell("rmi", ONE, List.of(round(1, 1000)), List.of()));
        String loud = "correctness only; the figures mean nothing";

        assertThat(Document.of(Samples.results("smoke", null, cells, List.of())))
                .contains(loud);
        assertThat(Document.of(Samples.results("quick", null, cells, List.of())))
                .doesNotContain(loud);
        assertThat(Report.text(Samples.results("smoke", null, cells, List.of())))
                .contains(loud);
        assertThat(Report.text(Samples.results("quick", null, cells, List.of())))
                .doesNotContain(loud);
    }

    @Test
    void believesTheTestAndNotTheSpread() throws IOException {
        String none = withoutScripts(Document.of(compared(1.5, 2.5, new Difference(0.7, 0.1, false))));
        assertThat(none)
                .contains(
                        "Some differences are not significant.",
                        ">no difference</span><small>2.00×, 1.50 – 2.50</small>",
                        "p 0.70");
        assertThat(withoutScripts(Document.of(compared(0.9, 3.1, new Difference(0.1, 0.1, true)))))
                .contains("<td>2.00×<small>0.90 – 3.10</small>")
                .doesNotContain("Some differences are not significant.", ">no difference<");
        assertThat(none).contains("p is above 0.1");
    }

    @Test
    void tellsWhoWasStillGettingFasterFromWhoRanUnsteadily() throws IOException {
        Cell cell = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        String unsteady = "Some systems never ran steadily.";
        String changing = "Some systems were still changing speed after their warm-up.";

        assertThat(withoutScripts(Document.of(Samples.results(
                        "quick", null, List.of(Samples.warmed(new WarmUp(false, 40, 10, false), cell)), List.of()))))
                .contains(unsteady)
                .doesNotContain(changing);
        assertThat(withoutScripts(Document.of(Samples.results(
                        "quick", null, List.of(Samples.warmed(new WarmUp(false, 240, 60, true), cell)), List.of()))))
                .contains(changing)
                .doesNotContain(unsteady);
    }

    @Test
    void saysThatTooFewRoundsCanTellNothing() throws IOException {
        assertThat(withoutScripts(Document.of(compared(1.5, 2.5, new Difference(0.3, 0.3, false)))))
                .contains("Too few rounds.", "3 rounds of each system are needed.", ">too few rounds</span>")
                .doesNotContain("Some differences are not significant.", ">no difference<");
    }

    @Test
    void tellsInMillisecondsHowLongFirstCallsTook() throws IOException {
        Comparison comparison = new Comparison(
                "rmi", new Ratio(0.5, new Spread(0.9, 1.1), FOUND), new Ratio(2, new Spread(1.9, 2.1), FOUND));
        Map<String, Long> start = Map.of("processes", 1L);
        Cell rmi = cell("rmi", start, List.of(round(1, 4)), List.of());
        Cell other = cell("other", start, List.of(round(1, 2)), List.of(comparison));
        Results results = Samples.results("quick", "rmi", List.of(rmi, other), List.of());

        assertThat(withoutScripts(Document.of(results)))
                .contains("JVM start to first answer, ms", "time × rmi", "2.00×", "Each call is the first of a client")
                .doesNotContain("calls/s", "rate ×", "Some differences are not significant");
        assertThat(Page.of(results).plots())
                .extracting(Plot::title, Plot::unit, Plot::direction, Plot::moreIsBetter)
                .contains(
                        tuple("From the start of the client's JVM to its first answer", "ms", "less is better", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "shm+tcp"})
    void saysOfEachRatioOfSharedMemoryThatItIsOnOneHost(String transport) throws IOException {
        Comparison comparison = new Comparison(
                "rmi", new Ratio(9, new Spread(8, 10), FOUND), new Ratio(0.1, new Spread(0.1, 0.2), FOUND));
        Cell rmi = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        Cell shared = Samples.over(transport, cell("fast", ONE, List.of(round(1, 9000)), List.of(comparison)));
        Results results = Samples.results("quick", "rmi", List.of(rmi, shared), List.of());
        String page = withoutScripts(Document.of(results));

        assertThat(page).contains("<th scope=\"row\">fast, same host</th>");
        assertThat(page).doesNotContain("<th scope=\"row\">fast</th>");
        assertThat(CellLine.of(shared)).startsWith("fast, same host people-by-threads");
        assertThat(Csv.of(results)).contains('"' + transport + '"').doesNotContain("vsBaseline");
    }

    @Test
    void tellsCallsThatWentWrongBesideTheFigures() throws IOException {
        Results results = Samples.results(
                "quick",
                null,
                List.of(cell("rmi", ONE, List.of(round(1, 1000), Samples.wrongRound()), List.of())),
                List.of());

        assertThat(withoutScripts(Document.of(results)))
                .contains(
                        "3 calls failed (the first: it broke), 2 calls unanswered, 1 executed twice",
                        "Some timed calls went wrong.");
    }

    @Test
    void marksWhatWasCapped() throws IOException {
        Cell capped = cell("rmi", ONE, List.of(round(1, 1000, 20, true)), List.of());
        Results results = Samples.results("full", null, List.of(capped), List.of());

        assertThat(withoutScripts(Document.of(results)))
                .contains("<small class=\"trouble\">capped</small>", "Some cells were capped.")
                .doesNotContain("Some timed calls went wrong.");
        assertThat(CellLine.of(capped)).contains("calls/s 50.0").endsWith("  (capped)");
    }

    @Test
    void tellsWhatKindOfSystemsTheyAre() throws IOException {
        Results plain = Samples.results(
                "quick", null, List.of(cell("rmi", ONE, List.of(round(1, 1000)), List.of())), List.of());
        Results told = Changed.of(
                plain, Map.of("about", Map.of("rmi", new About("Java interfaces", "stubs", "JRMP", "Java", "GPL"))));

        assertThat(withoutScripts(Document.of(told)))
                .contains(">Java interfaces</td>", ">stubs</td>", ">JRMP</td>", ">Java</td>", ">GPL</td>");
        assertThat(withoutScripts(Document.of(plain))).contains("<td class=\"text\">–</td>");
    }

    @Test
    void saysOfACellWithoutRoundsOnlyThatItWasNotMeasured() throws IOException {
        Results results = Samples.results("quick", null, List.of(cell("rmi", ONE, List.of(), List.of())), List.of());

        assertThat(withoutScripts(Document.of(results)))
                .contains(
                        "Some systems were not measured in some workloads.",
                        "The reasons are in the section Went wrong.",
                        "<h2 id=\"wrong-title\">Went wrong</h2>")
                .doesNotContain("Some timed calls went wrong.");
    }

    @Test
    void showsWhyASystemWasNotMeasuredAndHowToInstallAnAbsentOne() throws IOException {
        String markup = withoutScripts(Document.of(Samples.ordinary()));

        assertThat(markup)
                .contains("did not conform", "answer 17 of caller 3 had 65535 bytes where 65536 were sent")
                .contains("TAO_ROOT is not set", "build ACE+TAO and set TAO_ROOT");
    }

    @Test
    void inventsNoFiguresWhereTheOriginalShowedPictures() throws IOException {
        Published pictures = new Published(
                "mobility", "T", "S", "M", "How", List.of(), List.of("TAO is the fastest framework."), List.of());
        List<Cell> cells = List.of(cell("rmi", ONE, List.of(round(1, 1000)), List.of()));
        String markup = withoutScripts(Document.of(Samples.results("quick", null, cells, List.of(pictures))));

        assertThat(markup)
                .contains("Its text holds no figures", "TAO is the fastest framework.")
                .doesNotContain("Published then");
    }

    @Test
    void quotesEachConclusionOnceAndShowsItsVerdictsWithTheFiguresOfThenAndToday() throws IOException {
        Results results = Samples.judged();
        String page = withoutScripts(Document.of(results));

        assertThat(page)
                .contains(
                        "<a href=\"#claims-0\">mobility</a>: 1 of 3 facts reproduced, 1 contradicted, 0 inconclusive,"
                                + " 1 not testable",
                        "<i class=\"reproduced\"></i><i class=\"contradicted\"></i><i class=\"not-testable\"></i>")
                .contains("<strong>1 of 3 facts reproduced, 1 contradicted, 0 inconclusive, 1 not testable.</strong>")
                .contains("<li class=\"reproduced\"><details><summary><strong>reproduced:</strong> <span>It is"
                        + " faster.</span> <span class=\"glance\" aria-hidden=\"true\">a 2 and b 1, 50 %"
                        + " higher.</span></summary>")
                .contains("<dt>Then</dt><dd>9%</dd>", "<dt>Today</dt><dd>a 2 and b 1, 50 % higher.</dd>")
                .contains("<dt>Taken as</dt><dd>Faster: higher.</dd>", "<dt>Rule</dt><dd>higher</dd>")
                .contains("<li class=\"contradicted\"><details><summary><strong>contradicted:</strong> <span>It is"
                        + " smaller.</span> <span class=\"glance\" aria-hidden=\"true\">a 2 and b"
                        + " 1.</span></summary>")
                .contains("<li class=\"not-testable\"><details><summary><strong>not testable:</strong> <span>It is"
                        + " loved.</span> <span class=\"glance\" aria-hidden=\"true\">Nobody counts"
                        + " love.</span></summary>")
                .contains("<dt>Why</dt><dd>Nobody counts love.</dd>", "<small>its last page</small>")
                .contains("p at most 0.1", "Otherwise it is <em>inconclusive</em>");
        assertThat(page.split("<blockquote>It is faster and smaller.", -1)).hasSize(2);
    }

    @Test
    void saysNothingOfConclusionsWhereTheOriginalHasNone() throws IOException {
        assertThat(withoutScripts(Document.of(Samples.ordinary()))).doesNotContain("blockquote>", "concluded");
    }

    @Test
    void saysThatTheServersWereOnAnotherHostOnlyWhereTheyWere() throws IOException {
        Cell cell = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        assertThat(withoutScripts(Document.of(Samples.results("quick", null, List.of(cell), List.of()))))
                .contains("client and server apart, on one machine")
                .doesNotContain("on two hosts", "Servers on another host");

        Results apart = Samples.withServersBy("ssh 10.0.0.2", Samples.placed(Cell.TWO_HOSTS, cell));
        assertThat(withoutScripts(Document.of(apart)))
                .contains(
                        "client and server apart, on two hosts", "Servers on another host, started by", "ssh 10.0.0.2");
    }

    @Test
    void callsASystemTheSameInSuitesOfDifferentModes() throws IOException {
        Cell corrected = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        Cell faithful = Samples.in("start", Changed.of(corrected, Map.of("mode", "faithful")));
        Results results = Samples.results("full", null, List.of(corrected, faithful), List.of());

        assertThat(new Series(results).names()).containsExactly("rmi");
        assertThat(withoutScripts(Document.of(results))).doesNotContain("rmi, faithful", "rmi, corrected");
    }

    private static Results compared(double min, double max, Difference difference) {
        Comparison comparison = new Comparison(
                "rmi",
                new Ratio((min + max) / 2, new Spread(min, max), difference),
                new Ratio(0.15, new Spread(0.1, 0.2), FOUND));
        List<Round> rounds = List.of(round(1, 1000), round(2, 1100));
        return Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", ONE, rounds, List.of()), cell("other", ONE, rounds, List.of(comparison))),
                List.of());
    }

    private static String withoutScripts(String html) {
        return html.replaceAll("(?s)<script[^>]*>.*?</script>", "");
    }

    private static String embedded(String html) throws IOException {
        byte[] compressed = Base64.getDecoder().decode(element(html));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String element(String html) {
        String start = "<script type=\"application/octet-stream\" id=\"data\">";
        int from = html.indexOf(start) + start.length();
        return html.substring(from, html.indexOf("</script>", from));
    }
}
