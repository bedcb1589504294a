package dev.wherry.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The content of the page on paper, and the first content on a screen. */
@Tag("browser")
class PageLayoutTest {
    @TempDir
    Path scratch;

    private Chromium browser;

    @BeforeEach
    void findBrowser() {
        browser = Chromium.needed();
    }

    @Test
    void namesOnPaperEverySystemOfEveryPlotOfLines() throws Exception {
        String reader = """
                const lines = PLOTS.filter((plot) => plot.x.length > 1);
                const seen = (entry) => entry.checkVisibility() && entry.scrollHeight <= entry.clientHeight + 1;
                const named = (plot) => [...document.getElementById(plot.id).parentElement.querySelectorAll(".key span")]
                  .filter(seen).map((entry) => entry.textContent).join();
                note("lines", lines.length > 0);
                note("nameless", lines.filter((plot) => named(plot) !== plot.series.map((s) => s.name).join()).length);""";

        String plots = JsonMapper.shared()
                .writeValueAsString(Page.of(Samples.ordinary()).plots());
        assertThat(onPaper(Samples.ordinary(), reader.replace("PLOTS", plots)))
                .contains("data-lines=\"true\"", "data-nameless=\"0\"");
    }

    @Test
    void printsNoSpreadLargerThanItsMedian() throws Exception {
        String reader = """
                const size = (element) => parseFloat(getComputedStyle(element).fontSize);
                const spreads = [...document.querySelectorAll("td > small")];
                note("spreads", spreads.length > 0);
                note("larger", spreads.filter((spread) => size(spread) >= size(spread.parentElement)).length);
                const heads = [...document.querySelectorAll("thead th")];
                note("loud", heads.filter((head) => size(head) > size(head.closest("table"))).length);""";

        assertThat(onPaper(Samples.ordinary(), reader))
                .contains("data-spreads=\"true\"", "data-larger=\"0\"", "data-loud=\"0\"");
    }

    @Test
    void unfoldsTheConclusionsOnPaperAndTellsWhereTheTablesAre() throws Exception {
        String reader = """
                const seen = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility()).length;
                note("reasons", seen(".claims dl"));
                note("glances", seen(".claims .glance"));
                note("figures", seen(".figures"));
                note("controls", seen("#controls"));
                note("paper", document.querySelector(".paper").checkVisibility());
                dispatchEvent(new Event("afterprint"));
                note("reasonsAfter", seen(".claims dl"));""";

        assertThat(onPaper(Samples.judged(), reader))
                .contains(
                        "data-reasons=\"3\"",
                        "data-glances=\"0\"",
                        "data-figures=\"0\"",
                        "data-controls=\"0\"",
                        "data-paper=\"true\"",
                        "data-reasons-after=\"0\"");
    }

    @Test
    void showsAPlotBeforeTheConclusionsWhichTellTheirFiguresAtAGlance() throws Exception {
        String reader = """
                const plot = document.querySelector(".suite .plot").getBoundingClientRect();
                note("first", plot.bottom < document.querySelector(".suite .claims").getBoundingClientRect().top);
                const glances = [...document.querySelectorAll(".claims .glance")];
                note("glances", glances.filter((each) => each.checkVisibility()).map((each) => each.textContent).join("|"));""";

        assertThat(root(Samples.judged(), reader))
                .contains(
                        "data-first=\"true\"",
                        "data-glances=\"a 2 and b 1, 50 % higher.|a 2 and b 1.|Nobody counts love.\"");
    }

    @Test
    void cutsNoRowOfTheLegendHoweverManySystemsThereAre() throws Exception {
        String reader = """
                const legend = document.getElementById("legend");
                note("folded", !legend.checkVisibility());
                document.getElementById("choose").open = true;
                for (let i = 0; i < 400; i++) legend.append(legend.firstElementChild.cloneNode(true));
                const edge = legend.getBoundingClientRect().bottom;
                const boxes = [...legend.children].map((button) => button.getBoundingClientRect());
                note("beyond", boxes.some((box) => box.top >= edge));
                note("cut", boxes.filter((box) => box.top < edge && box.bottom > edge).length);""";

        assertThat(root(Samples.ordinary(), reader))
                .contains("data-folded=\"true\"", "data-beyond=\"true\"", "data-cut=\"0\"");
    }

    /** With the style of paper on a screen, where a script can look at it. */
    private String onPaper(Results results, String script) throws IOException, InterruptedException {
        return root(results, """
                const style = document.querySelector("style");
                style.textContent = style.textContent.replaceAll("@media print", "@media screen");
                dispatchEvent(new Event("beforeprint"));
                """ + script);
    }

    private String root(Results results, String script) throws IOException, InterruptedException {
        String acting = Chromium.acting(results, """
                <script>{
                const note = (name, value) => { document.documentElement.dataset[name] = value; };
                %s
                }</script>""".formatted(script));
        Path page = Files.writeString(scratch.resolve("report.html"), acting);
        String root = browser.open(page, scratch).root();
        assertThat(root).contains("data-ready=\"true\"").doesNotContain("data-errors");
        return root;
    }
}
