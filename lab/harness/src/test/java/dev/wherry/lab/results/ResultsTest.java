package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.JudgedClaim.Outcome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {
    @TempDir
    Path folder;

    private static Results sample() throws IOException, URISyntaxException {
        return Results.read(Path.of(ResultsTest.class.getResource("sample.json").toURI()));
    }

    @Test
    void readsBackWhatItWrote() throws Exception {
        Results sample = sample();
        Path file = folder.resolve("results.json");
        sample.write(file);
        assertThat(Results.read(file)).isEqualTo(sample);
    }

    @Test
    void writesEachFieldUnderItsNameInTheSchema() throws Exception {
        assertThat(sample().toJson())
                .contains(
                        "\"schema\" : 1",
                        "\"tcpCongestionControl\" : \"cubic\"",
                        "\"startedAt\" : \"2026-01-02T03:04:05Z\"")
                .contains("\"suite\" : \"mobility\"", "\"params\" : {", "\"jvmFlags\" : [ ]", "\"vsBaseline\" : [ {")
                .contains("\"perThreadCallsPerSecond\" : ", "\"p999\" : ", "\"cpuNanosPerCall\" : ")
                .contains("\"wireBytesPerCall\" : null", "\"verdict\" : \"did not conform\"", "\"absent\" : [ {");
    }

    @Test
    void writesAVerdictOfEachClaimAndReadsFilesWithoutAny() throws Exception {
        assertThat(sample().claims()).isEmpty();
        JudgedClaim claim = new JudgedClaim(
                "s", "It is so.", null, "So.", "9%", null, "So.", Outcome.NOT_TESTABLE, null, "It is not here.");
        Results judged = sample().with(List.of(), List.of(claim), List.of());
        assertThat(judged.toJson())
                .contains("\"claims\" : [ {", "\"sentence\" : \"It is so.\"", "\"verdict\" : \"not testable\"");
        Path file = folder.resolve("results.json");
        judged.write(file);
        assertThat(Results.read(file)).isEqualTo(judged);
    }

    @Test
    void takesTheMedianAndTheSpreadOverTheRounds() throws Exception {
        Cell first = sample().cells().getFirst();
        assertThat(first.median(Round::callsPerSecond)).hasValue(18000.0);
        assertThat(Statistics.spread(first.rounds().stream().mapToDouble(Round::callsPerSecond)))
                .isEqualTo(new Spread(17280.0, 18900.0));
    }

    @Test
    void tellsOfACellWhatFollowsFromItsRoundsWhateverAFileSaysOfIt() throws Exception {
        assertThat(sample().toJson()).contains("\"openLoop\" : null");
        String offered = sample().toJson().replaceFirst("\"params\" : \\{", "$0 \"rate\" : 20000,");
        Results read = Results.read(Files.writeString(folder.resolve("offered.json"), offered));
        assertThat(read.cells().getFirst().openLoop()).isEqualTo(new OpenLoop(20000, 18000, true));
        assertThat(read.cells())
                .filteredOn(Cell::saturated)
                .containsExactly(read.cells().getFirst());
        assertThat(read.toJson()).containsOnlyOnce("\"offeredCallsPerSecond\" : 20000");
    }

    @Test
    void refusesAnotherSchema() throws Exception {
        Path file = Files.writeString(folder.resolve("old.json"), "{\"schema\": 7}");
        assertThatThrownBy(() -> Results.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("schema 7")
                .hasMessageContaining("run the lab again");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"machine\" : | \"engine\" : | machine is missing",
                "\"cells\" : [ | \"cells\" : [ null, | cells[0] is missing",
                "\"calls\" : | \"cries\" : | rounds[0].calls is missing",
                "\"callsPerSecond\" : | \"callsPerSecond\" : null, \"before\" : | rounds[0].callsPerSecond is"
                        + " missing",
                "\"failed\" : 0 | \"failed\" : NaN | Non-standard token 'NaN'",
                "\"latencyNanos\" : | \"latency\" : | rounds[0].latencyNanos is missing",
                "\"jvmFlags\" : [ | \"jvmFlags\" : [ null | cells[0].jvmFlags[0] is missing",
                "\"failed\" : 0 | \"failed\" : -1 | failed is -1",
                "\"params\" : { | \"params\" : { \"moons\" : null, | cells[0].params.moons is missing",
            })
    void refusesWhatIsIncomplete(String from, String to, String why) throws Exception {
        String whole = sample().toJson();
        assertThat(whole).contains(from);
        Path file = Files.writeString(folder.resolve("part.json"), whole.replaceFirst(Pattern.quote(from), to));
        assertThatThrownBy(() -> Results.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(file + " is not a results file of the lab: ", why)
                .hasMessageNotContainingAny("Feature", "Cannot", "tools.jackson");
    }

    @Test
    void refusesWhatIsNoResultsFile() throws Exception {
        for (String junk : List.of("never JSON", "[]", "null", "")) {
            Path file = Files.writeString(folder.resolve("junk.json"), junk);
            assertThatThrownBy(() -> Results.read(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file + " is not a results file of the lab");
        }
        Path noText = Files.write(folder.resolve("bytes.json"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> Results.read(noText))
                .hasMessageContaining(noText + " is not a results file of the lab: it is not text");
    }
}
