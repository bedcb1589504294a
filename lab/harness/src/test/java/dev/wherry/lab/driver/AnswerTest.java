package dev.wherry.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Answer.Stats;
import dev.wherry.lab.results.Mismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class AnswerTest {
    private static final String MEASURED = """
            {"calls": 3, "seconds": 0.5, "threadSeconds": 1.0, "failed": 0, "missing": 0, "allocatedBytes": 64,\
             "wireBytes": 32, "doneSeconds": 0.75, "jitterNanos": 2.5, "histogram": [[100, 2], [5000, 1]],\
             "carried": {"tcp": 3}, "lateNanos": {"p50": 1, "p99": 2}, "latencyNanos":\
             {"min": 1, "p50": 2, "p90": 3, "p99": 4, "p999": 5, "max": 6, "mean": 7.5, "stddev": 8.5}}""";

    private static void assertRefused(String line, Class<? extends Answer> type, String why) {
        assertThatThrownBy(() -> Answer.parse(line, type))
                .isInstanceOfSatisfying(
                        JacksonException.class,
                        refused -> assertThat(Mismatch.text(refused)).startsWith(why));
    }

    private static String measured(String from, String to) {
        assertThat(MEASURED).contains(from);
        return MEASURED.replace(from, to);
    }

    @Test
    void mayLeaveOutWhatNobodyCountedAndTellMore() throws PeerFailure {
        assertThat(Answer.parse(MEASURED, Measurement.class).wireBytes()).isEqualTo(32);
        String less = measured("\"wireBytes\": 32, ", "\"weather\": \"fine\", ");
        assertThat(Answer.parse(less, Measurement.class).wireBytes()).isNull();
        assertThat(Answer.parse("{\"handled\": 4}", Stats.class)).isEqualTo(new Stats(4, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"calls\": 3, | '' | calls is missing",
                "\"seconds\": 0.5 | \"seconds\": null | seconds is missing",
                "\"latencyNanos\" | \"latency\" | latencyNanos is missing",
                "\"p999\": 5, | '' | latencyNanos.p999 is missing",
                "{\"tcp\": 3} | {\"tcp\": null} | carried.tcp is missing",
            })
    void saysWhichFigureIsMissing(String from, String to, String why) {
        assertRefused(measured(from, to), Measurement.class, why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"calls\": 3 | \"calls\": -3 | calls is -3",
                "\"calls\": 3 | \"calls\": 9223372036854775807 | calls is 9223372036854775807",
                "\"seconds\": 0.5 | \"seconds\": -0.5 | seconds is -0.5",
                "\"seconds\": 0.5 | \"seconds\": \"NaN\" | seconds is NaN",
                "\"seconds\": 0.5 | \"seconds\": 1e999 | seconds is Infinity",
                "\"seconds\": 0.5 | \"seconds\": 0 | 'calls is 3, seconds is 0.0'",
                "\"threadSeconds\": 1.0 | \"threadSeconds\": -1 | threadSeconds is -1.0",
                "\"threadSeconds\": 1.0 | \"threadSeconds\": 1e999 | threadSeconds is Infinity",
                "\"failed\": 0 | \"failed\": -1 | failed is -1",
                "\"missing\": 0 | \"missing\": -1 | missing is -1",
                "\"missing\": 0 | \"missing\": 4 | 'missing is 4, calls is 3, failed is 0'",
                "\"allocatedBytes\": 64 | \"allocatedBytes\": -64 | allocatedBytes is -64",
                "\"wireBytes\": 32 | \"wireBytes\": -32 | wireBytes is -32",
                "\"doneSeconds\": 0.75 | \"doneSeconds\": -1 | doneSeconds is -1.0",
                "\"jitterNanos\": 2.5 | \"jitterNanos\": \"NaN\" | jitterNanos is NaN",
                "\"tcp\": 3 | \"tcp\": -3 | carried.tcp is -3",
                "\"p50\": 1, | \"p50\": -1, | p50 is -1",
                "\"p999\": 5 | \"p999\": -5 | p999 is -5",
                "\"mean\": 7.5 | \"mean\": 1e999 | mean is Infinity",
                "[100, 2] | null | histogram[0] is missing",
                "[100, 2] | [100, null] | histogram[0][1] is missing",
                "[100, 2] | [100] | histogram has [100]",
                "[100, 2] | [1, 2, 3] | 'histogram has [1, 2, 3]'",
                "[100, 2] | [-100, 2] | histogram.time is -100",
                "[100, 2] | [100, -2] | histogram.calls is -2",
                "[5000, 1] | [5000, 9007199254740992] | histogram.calls is 9007199254740994",
            })
    void saysWhichFigureOfAMeasurementCannotBe(String from, String to, String why) {
        String line = measured(from, to);
        assertThatThrownBy(() -> Answer.parse(line, Measurement.class))
                .isInstanceOfSatisfying(
                        JacksonException.class,
                        refused -> assertThat(Mismatch.text(refused)).contains(why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"handled", "allocatedBytes", "classesReceived"})
    void saysWhichCounterOfAServerCannotBe(String counter) {
        assertRefused("{\"handled\": 1, \"" + counter + "\": -7}", Stats.class, counter + " is -7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "7", "\"yes\""})
    void isAnObject(String line) {
        assertRefused(line, Conformance.class, "it is not an object");
    }
}
