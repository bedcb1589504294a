package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedTableTest {
    private static final Map<String, Long> PARAMS = Map.of("threads", 4L);

    @ParameterizedTest
    @CsvSource({
        "6316.8656016094, 6881.2487759979, 9%, 158306.36, 145322.46, -8%",
        "4964.4404576678, 5110.203062095, 3%, 201432.57, 195686.94, -3%",
        "3686.2629356611, 4220.4152373703, 14%, 271277.4475, 236943.51, -13%",
        "1871.790160643, 2779.2508482786, 48%, 534247.92, 359809.19125, -33%",
        "866.7432661862, 1516.3832821947, 75%, 1153744.18125, 659463.878125, -43%",
        "3857.7698880383, 5423.7491112509, 41%, 259217.12, 184374.31, -29%",
        "1494.6415903274, 2723.9656101521, 82%, 669056.72, 367111.83, -45%",
        "944.4538186733, 1663.6021728308, 76%, 1058813.02, 601105.25, -43%",
    })
    void printsPublishedFiguresDigitForDigitWithTheDifferenceThatTheOriginalPrinted(
            String rmiRate, String mobilityRate, String rate, String rmiLatency, String mobilityLatency, String latency)
            throws Exception {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", PARAMS, List.of(round(1, 20_000)), List.of())),
                List.of(published(
                        String.join(" ", rmiRate, mobilityRate, rate),
                        String.join(" ", rmiLatency, mobilityLatency, latency))));

        String html = Document.of(results);
        Stream.of(rmiRate, mobilityRate, rate, rmiLatency, mobilityLatency, latency)
                .forEach(digits -> assertThat(html).contains("<td>" + digits + "</td>"));
    }

    @Test
    void showsTodayBesideThenWithTheDifferenceFromTheOriginalsFirstSystem() {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(
                        cell("rmi", PARAMS, rounds(20_000), List.of()),
                        cell("other", PARAMS, rounds(50_000), List.of())),
                List.of(published("1000.5 1100.5 10%", "2000.5 1800.5 -10%")));
        Sheet today = rates(results).sheets().getLast();

        assertThat(today.headings()).containsExactly("rmi", "other");
        assertThat(today.rows())
                .containsExactly(new Sheet.Row(
                        "4", false, List.of(new Sheet.Entry("20,000", "", ""), new Sheet.Entry("50,000", "", "150%"))));
    }

    @Test
    void drawsThenAndTodayBesideEachOtherWithoutThePrintedDifferences() {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", PARAMS, rounds(20_000), List.of())),
                List.of(published("1000.5 1100.5 10%", "2000.5 1800.5 -10%")));
        List<Plot> plots = rates(results).plots();

        assertThat(plots).extracting(Plot::title).containsExactly("Published then", "Measured today");
        assertThat(plots.getFirst().series())
                .extracting(Plot.Line::name, Plot.Line::slot)
                .containsExactly(tuple("RMI then", 0), tuple("Mobility-RPC then", 2));
    }

    private static PublishedTable rates(Results results) {
        return Chapter.of(results, new Series(results)).getFirst().tables().getFirst();
    }

    @Test
    void leavesTodayEmptyWhereNothingWasMeasured() {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", PARAMS, List.of(), List.of())),
                List.of(published("1000.5 1100.5 10%", "2000.5 1800.5 -10%")));
        assertThat(rates(results).sheets())
                .singleElement()
                .satisfies(
                        then -> assertThat(then.rows().getFirst().entries()).contains(new Sheet.Entry("1000.5", "")));
        assertThat(rates(results).plots()).extracting(Plot::title).containsExactly("Published then");
        assertThat(rates(results).again()).isEmpty();
    }

    /** As many as a significant difference takes. */
    private static List<Round> rounds(double callsPerSecond) {
        return List.of(round(1, callsPerSecond), round(2, callsPerSecond), round(3, callsPerSecond));
    }

    private static Published published(String rates, String latencies) {
        return new Published(
                "mobility",
                "title",
                "source",
                "machine",
                "method",
                List.of(),
                List.of(),
                List.of(printed(Per.CALLER, rates), printed(Per.LATENCY, latencies)));
    }

    private static Printed printed(Per per, String figures) {
        return new Printed(
                "T",
                "unit",
                "threads",
                per,
                Map.of(),
                List.of(column("RMI", "rmi"), column("Mobility-RPC", null), column("Difference", null)),
                List.of(List.of(("4 " + figures).split(" "))));
    }

    private static Column column(String heading, @Nullable String peer) {
        return new Column(null, heading, "people-by-threads", false, null, null, peer);
    }
}
