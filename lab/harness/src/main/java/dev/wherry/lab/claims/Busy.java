package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.wherry.lab.claims.Judgement.Part;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A system's processes keep the processors busy: what they use of them while they are measured, of all that there is.
 *
 * @param systems each of them
 * @param at at each of these places
 * @param atLeastPercent the least median over the rounds
 * @param mayLack systems without which the rest can be judged: they are named
 * @param exceptions how many of the systems may do otherwise
 */
record Busy(
        List<String> systems,
        List<Where> at,
        double atLeastPercent,
        List<String> mayLack,
        @JsonProperty(isRequired = OptBoolean.FALSE) int exceptions)
        implements Test {
    /** With what the kernel's ticks and the callers' beginning add; where it is more, clients began for most of the time. */
    private static final double POSSIBLE = 110;

    Busy {
        Requirements.check(systems, "busy needs systems");
        Requirements.check(at, "busy needs at");
        Requirements.check(atLeastPercent > 0 && atLeastPercent < 100, "busy needs atLeastPercent between 0 and 100");
        Requirements.check(exceptions >= 0 && exceptions < systems.size(), "busy has too many exceptions");
        mayLack = Requirements.orNone(mayLack);
        Requirements.check(!mayLack.containsAll(systems), "busy needs a system that may not lack");
    }

    @Override
    public List<List<Where>> points() {
        return ShareCount.each(at);
    }

    @Override
    public List<ClaimedCells> sides() {
        return systems.stream()
                .flatMap(system -> at.stream().map(where -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        return lacks(
                evidence,
                round -> round.cpuNanosPerCall() == null || percent(round, evidence.processors()) > POSSIBLE,
                "its processor time is not known, or has more in it than the calls");
    }

    @Override
    public Judgement judge(Evidence evidence) {
        ShareCount share = ShareCount.of(points(), evidence);
        return judge(systems, exceptions, evidence, system -> part(system, share, evidence))
                .at(share);
    }

    private Part part(String system, ShareCount share, Evidence evidence) {
        double least = share.asked().stream()
                .mapToDouble(where -> percent(new ClaimedCells(system, where.getFirst()), evidence))
                .min()
                .orElseThrow();
        boolean near = 100 * (1 - least / atLeastPercent) <= evidence.resolution();
        return new Part(
                least >= atLeastPercent ? Finding.HOLDS : near ? Finding.OPEN : Finding.OPPOSED,
                String.format(Locale.ROOT, "%s %.0f %% or more", system, least));
    }

    private static double percent(ClaimedCells side, Evidence evidence) {
        return Statistics.median(evidence.rounds(side).mapToDouble(round -> percent(round, evidence.processors())))
                .orElseThrow();
    }

    /** Of the time until all that the calls began had come to its end, since the processor time is of that too. */
    private static double percent(Round round, int processors) {
        double nanos = (double) Objects.requireNonNull(round.cpuNanosPerCall()) * round.calls();
        double seconds = Math.max(round.seconds(), Objects.requireNonNullElse(round.doneSeconds(), 0.0));
        return 100 * nanos / 1e9 / seconds / processors;
    }

    @Override
    public String rule() {
        return String.format(
                Locale.ROOT,
                "both ends' processes use at least %.0f %% of all processors' time at each point%s",
                atLeastPercent,
                ShareCount.rule(exceptions, systems.size(), "systems"));
    }
}
