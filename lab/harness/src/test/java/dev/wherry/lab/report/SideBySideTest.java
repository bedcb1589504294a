package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideBySideTest {
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
                        figure("RMI", "rmi", rmiRate, rmiLatency),
                        figure("Mobility-RPC", null, mobilityRate, mobilityLatency))));

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
                List.of(published(figure("RMI", "rmi", "1000.5", "2000.5"))));
        SideBySide rates = Chapter.of(results, new Series(results))
                .getFirst()
                .original()
                .comparisons()
                .getFirst();

        assertThat(rates.today())
                .containsExactly(
                        new SideBySide.Row("rmi", List.of(new SideBySide.Entry("20,000", ""))),
                        new SideBySide.Row("other", List.of(new SideBySide.Entry("50,000", "150%"))));
    }

    @Test
    void leavesTodayEmptyWhereNothingWasMeasured() {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", PARAMS, List.of(), List.of())),
                List.of(published(figure("RMI", "rmi", "1000.5", "2000.5"))));
        SideBySide rates = Chapter.of(results, new Series(results))
                .getFirst()
                .original()
                .comparisons()
                .getFirst();

        assertThat(rates.hasToday()).isFalse();
        assertThat(rates.then())
                .containsExactly(new SideBySide.Row("RMI", List.of(new SideBySide.Entry("1000.5", ""))));
    }

    /** As many as a difference takes to be told from chance. */
    private static List<Round> rounds(double callsPerSecond) {
        return List.of(round(1, callsPerSecond), round(2, callsPerSecond), round(3, callsPerSecond));
    }

    private static Published published(Published.Figure... figures) {
        return new Published(
                "mobility", "title", "source", "machine", "method", List.of(), List.of(), List.of(figures), List.of());
    }

    private static Published.Figure figure(String system, String peer, String rate, String latency) {
        return new Published.Figure(
                "people-by-threads", system, peer, PARAMS, Double.valueOf(rate), Double.valueOf(latency));
    }
}
