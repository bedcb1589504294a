package dev.wherry.lab.claims;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.SampleRound;
import dev.wherry.lab.results.SampleRun;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs of one workload {@code w} of the suite {@code s}, and claims put to them. Every figure is invented. */
final class Runs {
    private Runs() {}

    /** A test in the words of its file, put to these cells. */
    static JudgedClaim judge(Path folder, String test, Cell... cells) {
        return judge(folder, test, results("quick", List.of(), cells));
    }

    static JudgedClaim judge(Path folder, String test, Results results) {
        return judge(folder, test, results, 1);
    }

    /** In a run in which a system is so far from itself, in percent. */
    static JudgedClaim judge(Path folder, String test, Results results, double resolution) {
        return read(folder, test).getFirst().judge("s", results, _ -> true, _ -> Optional.empty(), resolution);
    }

    static List<Claim> read(Path folder, String test) {
        try {
            return Claims.read(file(folder, test));
        } catch (IOException faulty) {
            throw new UncheckedIOException(faulty);
        }
    }

    static Path file(Path folder, String test) throws IOException {
        return file(folder, "", test);
    }

    /** With a line about the whole file. */
    static Path file(Path folder, String first, String test) throws IOException {
        return Files.writeString(folder.resolve("claims.toml"), first + """

            [[sentences]]
            text = "It is so."
            [[sentences.claims]]
            says = "So it is."
            published = "9%"
            [sentences.claims.test]
            """ + test);
    }

    static Results results(String preset, List<Absent> absent, Cell... cells) {
        Machine machine = new Machine("a processor", 2, "a kernel", "25", "cubic", 0.1, Instant.EPOCH, null, null);
        return SampleRun.of(preset, null, machine, List.of(cells), absent, List.of());
    }

    /** A round for each rate. */
    static Cell cell(String system, Map<String, Long> params, double... rates) {
        List<Round> rounds = IntStream.range(0, rates.length)
                .mapToObj(i -> round(i + 1, rates[i], 0))
                .toList();
        return cell(system, params, Verdict.MEASURED, null, rounds);
    }

    static Cell cell(String system, Map<String, Long> params, Verdict verdict, String reason, List<Round> rounds) {
        return new Cell(
                "s",
                "w",
                system,
                system,
                null,
                params,
                "tcp",
                "java",
                "free",
                "corrected",
                Map.of(),
                List.of(),
                verdict,
                reason,
                null,
                rounds,
                List.of());
    }

    static Round round(int number, double rate, long failed) {
        return SampleRound.of(number, 100, 100 / rate)
                .rate(rate, rate)
                .each(1e9 / rate)
                .wrong(failed, 0, 0)
                .made();
    }

    /** The same where its ends were so placed. */
    static Cell placed(String placement, Cell cell) {
        return Changed.of(cell, Map.of("placement", placement));
    }

    /** A round of a call a second with these counts. */
    static Round counted(int number, Long cpuNanosPerCall, Long classesReceived) {
        return SampleRound.of(number, 1, 1)
                .cpu(cpuNanosPerCall)
                .classes(classesReceived)
                .made();
    }

    static Round cutShort(Round whole) {
        return SampleRound.like(whole).capped(true).made();
    }
}
