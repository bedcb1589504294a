package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.NoRate;
import dev.wherry.lab.results.Results.Part;
import dev.wherry.lab.results.Results.Terms;
import dev.wherry.lab.results.Results.Titles;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Round.Bar;
import dev.wherry.lab.results.Round.Lateness;
import dev.wherry.lab.results.SampleRound;
import dev.wherry.lab.results.SampleRun;
import dev.wherry.lab.results.SelfDistance;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results to draw in tests. Every figure is invented. */
final class Samples {
    /** A hostile text that a peer folder, a parameter or a dying process could put into the results. */
    static final String HOSTILE = "</script><script>document.documentElement.dataset.pwned=1</script><!--<b"
            + " class=\"hostile\">{a|b}'\"&amp;\u2028\u2029\u202e\u001b[31m<img src=x"
            + " onerror=\"document.documentElement.dataset.pwned=1\">{{page}}{{{data}}}";

    private Samples() {}

    /** The layout's own sample. */
    static Results ordinary() throws IOException {
        try {
            return Results.read(Path.of(Results.class.getResource("sample.json").toURI()));
        } catch (URISyntaxException notAFile) {
            throw new IOException(notAFile);
        }
    }

    /** The same text wherever a text can stand. */
    static Results hostile() {
        Map<String, Long> params = Map.of(HOSTILE, 1L);
        Cell measured = cell(HOSTILE, params, List.of(round(1, 1000), round(2, 1100)), List.of());
        Round wrong =
                SampleRound.like(round(1, 1100)).wrong(1, 0, 0).failing(HOSTILE).made();
        Cell failing = cell("+" + HOSTILE, params, List.of(wrong), List.of());
        Cell failed = cell("=" + HOSTILE, params, List.of(), List.of());
        List<Printed.Column> columns =
                List.of(new Printed.Column(HOSTILE, HOSTILE, HOSTILE, false, null, null, HOSTILE));
        return new Results(
                Results.SCHEMA,
                HOSTILE,
                HOSTILE,
                hostilePart(HOSTILE, 2).machine(),
                List.of(measured, failing, failed),
                List.of(new Absent(HOSTILE, HOSTILE, HOSTILE, HOSTILE)),
                List.of(new Published(
                        HOSTILE,
                        HOSTILE,
                        HOSTILE,
                        HOSTILE,
                        HOSTILE,
                        List.of(HOSTILE),
                        List.of(HOSTILE),
                        Stream.of(Printed.Per.values())
                                .flatMap(per -> Stream.of(HOSTILE, "1.5")
                                        .map(figure -> new Printed(
                                                HOSTILE,
                                                per == Printed.Per.CALL || per == Printed.Per.RUN ? "seconds" : HOSTILE,
                                                HOSTILE,
                                                per,
                                                Map.of(),
                                                columns,
                                                List.of(List.of(HOSTILE, figure)))))
                                .toList())),
                List.of(claim(HOSTILE, Outcome.CONTRADICTED), claim(HOSTILE, Outcome.NOT_TESTABLE)),
                Map.of(HOSTILE, new About(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)),
                HOSTILE,
                List.of(new LeftOut(HOSTILE, List.of(HOSTILE), List.of(HOSTILE))),
                List.of(new NoRate(HOSTILE, HOSTILE, HOSTILE)),
                List.of(new Titles(HOSTILE, HOSTILE, Map.of(HOSTILE, HOSTILE), Map.of(HOSTILE, HOSTILE))),
                List.of(hostilePart(HOSTILE, 2), hostilePart("other " + HOSTILE, 4)),
                List.of(new Terms(HOSTILE, Map.of(HOSTILE, List.of(1L)), true)),
                List.of(new SelfDistance(HOSTILE, 3, 5, 9)));
    }

    private static Part hostilePart(String suite, int cores) {
        return new Part(
                List.of(suite),
                HOSTILE,
                new Machine(HOSTILE, cores, HOSTILE, HOSTILE, HOSTILE, 9.5, Instant.EPOCH, null, HOSTILE));
    }

    /** The same run with what its suites are called. */
    static Results titled(Results run, Titles... titles) {
        return Changed.of(run, Map.of("titles", titles));
    }

    /** The same run, of a plan that said this otherwise than its preset. */
    static Results on(Results run, Terms terms) {
        return Changed.of(run, Map.of("terms", List.of(terms)));
    }

    /** A run whose servers were started on another host by these words. */
    static Results withServersBy(String words, Cell cell) {
        return Changed.of(results("quick", null, List.of(cell), List.of()), Map.of("remoteServers", words));
    }

    /** The same cell where its ends were so placed. */
    static Cell placed(String placement, Cell cell) {
        return Changed.of(cell, Map.of("placement", placement));
    }

    /** A run whose preset left this out. */
    static Results leavingOut(LeftOut... what) {
        Cell any = cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of());
        return Changed.of(results("quick", null, List.of(any), List.of()), Map.of("leftOut", what));
    }

    /** The same text in each of its places. */
    static JudgedClaim claim(String text, Outcome verdict) {
        return new JudgedClaim(text, text, text, text, text, text, text, verdict, text, text);
    }

    /** The second round, with calls that failed, went lost and were executed twice. */
    static Round wrongRound() {
        return SampleRound.of(2, 9, 1)
                .rate(900, 900)
                .latency(round(2, 900).latencyNanos())
                .wrong(3, 2, 1)
                .failing("it broke\nat line 1")
                .made();
    }

    /** A run of the mobility suite with a verdict of each kind. */
    static Results judged() {
        List<Cell> cells = List.of(cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of()));
        String said = "It is faster and smaller.";
        return results("quick", null, cells, List.of())
                .with(
                        List.of(),
                        List.of(
                                new JudgedClaim(
                                        "mobility",
                                        said,
                                        null,
                                        "It is faster.",
                                        "9%",
                                        "Faster: higher.",
                                        "It is faster.",
                                        Outcome.REPRODUCED,
                                        "higher",
                                        "a 2 and b 1, 50 % higher."),
                                new JudgedClaim(
                                        "mobility",
                                        said,
                                        null,
                                        "It is smaller.",
                                        null,
                                        null,
                                        "It is smaller.",
                                        Outcome.CONTRADICTED,
                                        "lower",
                                        "a 2 and b 1."),
                                new JudgedClaim(
                                        "mobility",
                                        "1. loved\n2. used",
                                        "its last page",
                                        "It is loved.",
                                        null,
                                        null,
                                        "It is loved.",
                                        Outcome.NOT_TESTABLE,
                                        null,
                                        "Nobody counts love.")),
                        List.of());
    }

    /** A run of one suite and workload with these cells. */
    static Results results(String preset, @Nullable String baseline, List<Cell> cells, List<Published> published) {
        Machine machine = new Machine("a processor", 2, "a kernel", "25", "cubic", 0.1, Instant.EPOCH, null, "abc");
        return SampleRun.of(preset, baseline, machine, cells, List.of(), published);
    }

    /** A cell of {@code mobility people-by-threads}; of the hostile suite where the system is. */
    static Cell cell(String system, Map<String, Long> params, List<Round> rounds, List<Comparison> vsBaseline) {
        boolean hostile = system.contains(HOSTILE);
        String text = hostile ? HOSTILE : "text";
        return new Cell(
                hostile ? HOSTILE : "mobility",
                hostile ? HOSTILE : "people-by-threads",
                system,
                text,
                hostile ? HOSTILE : null,
                params,
                text,
                text,
                text,
                hostile ? HOSTILE : "corrected",
                Map.of(text, text),
                List.of(text),
                rounds.isEmpty() ? Verdict.DID_NOT_CONFORM : Verdict.MEASURED,
                rounds.isEmpty() ? text : null,
                null,
                rounds,
                vsBaseline);
    }

    /** The same cell as part of another suite. */
    static Cell in(String suite, Cell cell) {
        return Changed.of(cell, Map.of("suite", suite));
    }

    /** The same cell over another transport. */
    static Cell over(String transport, Cell cell) {
        return Changed.of(cell, Map.of("transport", transport));
    }

    static Cell notOffered(String system, long threads) {
        return new Cell(
                "mobility",
                "people-by-threads",
                system,
                system,
                null,
                Map.of("threads", threads),
                "",
                "",
                "text",
                "corrected",
                Map.of(),
                List.of(),
                Verdict.NOT_OFFERED,
                "it has none",
                null,
                List.of(),
                List.of());
    }

    /** The same cell, by an ordinary call where others ship a task. */
    static Cell byOrdinaryCall(Cell cell) {
        return Changed.of(cell, Map.of("ordinaryCall", "people"));
    }

    /** The same cell, warmed up in this way. */
    static Cell warmed(WarmUp warmUp, Cell cell) {
        return Changed.of(cell, Map.of("warmUp", warmUp));
    }

    /** The same cell of another workload. */
    static Cell of(String workload, Cell cell) {
        return Changed.of(cell, Map.of("workload", workload));
    }

    /** One of so many calls with jitter, of which each bar holds an equal share. */
    static Round unsteady(int number, long calls, double jitterNanos, long... toNanos) {
        return SampleRound.like(round(number, calls, 1, false))
                .jitter(
                        jitterNanos,
                        LongStream.of(toNanos)
                                .mapToObj(to -> new Bar(to, calls / toNanos.length))
                                .toList())
                .made();
    }

    /** One that made so many calls in so many seconds. */
    static Round round(int number, long calls, double seconds, boolean capped) {
        return SampleRound.of(number, calls, seconds)
                .each(1e9 * seconds / calls)
                .capped(capped)
                .made();
    }

    /** One of an open loop. */
    static Round offered(int number, double achieved) {
        Round like = round(number, achieved);
        return SampleRound.like(like)
                .latency(new LatencyNanos(1000, 2000, 3000, 4000, 5000, 6000, 2500, 1))
                .cpu(like.cpuNanosPerCall())
                .late(new Lateness(7, 9000))
                .made();
    }

    static Round round(int number, double callsPerSecond) {
        long nanos = Math.round(1e9 / callsPerSecond);
        return SampleRound.of(number, 100, 1)
                .rate(callsPerSecond, callsPerSecond)
                .each(nanos)
                .cpu(2 * nanos)
                .made();
    }
}
