package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Finding;
import dev.wherry.lab.claims.Judgement.Part;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A test of each of several systems. Some may be exceptions, and some may be missing. */
sealed interface SystemTest extends Test {
    List<String> systems();

    List<Where> places();

    int exceptions();

    Stream<Part> parts(String system, ShareCount share, Evidence evidence);

    @Override
    default List<ClaimedCells> sides() {
        return systems().stream()
                .flatMap(system -> places().stream().map(where -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    default String fault() {
        if (!systems().isEmpty() && mayLack().containsAll(systems())) {
            return "needs a system that may not lack";
        }
        return exceptions() < 0 || exceptions() >= Math.max(1, systems().size())
                ? "has too many exceptions"
                : Test.super.fault();
    }

    @Override
    default Judgement judge(Evidence evidence) {
        ShareCount share = ShareCount.of(points(), evidence);
        List<ClaimedCells> asked = asked(evidence);
        List<String> here = systems().stream()
                .filter(system -> asked.stream()
                        .filter(side -> side.system().equals(system))
                        .allMatch(side -> evidence.lack(side).isEmpty()))
                .toList();
        List<Part> parts =
                here.stream().flatMap(system -> parts(system, share, evidence)).toList();
        return Judgement.of(parts, ShareCount.exceptions(exceptions(), systems().size(), here.size()))
                .at(share.covered());
    }

    /**
     * The figure of a system at one place is higher than, lower than, no higher than, or the same as at another.
     *
     * @param through places between the two, at which a figure that stays the same must be the same too
     * @param each values of a parameter that both places leave open, each a pair of places; null if there is one pair
     * @param atMostPercent the greatest distance of the medians; null for any, or of equal figures for what the run resolves
     */
    record Change(
            Figure figure,
            List<String> systems,
            Where from,
            @EmptyIfAbsent List<Where> through,
            Where to,
            @Nullable Each each,
            Direction is,
            @Nullable Double atMostPercent,
            @EmptyIfAbsent List<String> mayLack,
            @EmptyIfAbsent int exceptions)
            implements SystemTest {
        record Each(String param, List<Long> values) {}

        @Override
        public String fault() {
            if (each != null && exceptions != 0) {
                return "takes each or exceptions, not both";
            }
            if (!through.isEmpty() && is != Direction.ALIKE) {
                return "takes through with alike alone";
            }
            String fault = is.fault(null, atMostPercent);
            return fault.isEmpty() ? SystemTest.super.fault() : fault;
        }

        @Override
        public List<List<Where>> points() {
            if (each != null) {
                return each.values().stream()
                        .map(value -> List.of(from.with(each.param(), value), to.with(each.param(), value)))
                        .toList();
            }
            return List.of(Stream.of(List.of(from), through, List.of(to))
                    .flatMap(List::stream)
                    .toList());
        }

        @Override
        public List<Where> places() {
            return points().stream().flatMap(List::stream).toList();
        }

        @Override
        public Stream<Part> parts(String system, ShareCount share, Evidence evidence) {
            return share.asked().stream().map(places -> part(system, places, evidence));
        }

        private Part part(String system, List<Where> places, Evidence evidence) {
            Where first = places.getFirst();
            Sample before = evidence.sample(figure, new ClaimedCells(system, first));
            List<Part> all = places.stream()
                    .skip(1)
                    .map(place -> {
                        Sample after = evidence.sample(figure, new ClaimedCells(system, place));
                        return new Part(
                                after.is(is, before, null, atMostPercent), text(system, first, before, place, after));
                    })
                    .toList();
            String at = each == null
                    ? ""
                    : "%s %d: ".formatted(each.param(), first.params().get(each.param()));
            return new Part(
                    all.stream().map(Part::finding).reduce(Finding.HOLDS, Finding::and),
                    all.stream().map(Part::today).collect(Collectors.joining("; ", at, "")));
        }

        private String text(String system, Where from, Sample before, Where to, Sample after) {
            List<Where> both = List.of(from, to);
            return "%s %s at %s and %s at %s, %s"
                    .formatted(
                            system,
                            figure.say(before.median()),
                            from.label(both),
                            figure.say(after.median()),
                            to.label(both),
                            after.difference(before));
        }

        @Override
        public String rule() {
            return (is == Direction.ALIKE ? "" : "at the second point ")
                    + is.rule(null, atMostPercent)
                    + ShareCount.rule(exceptions, systems.size(), "systems");
        }
    }

    /** The figure of a system falls from the first of three places to the second, and falls less from there to the third. */
    record Slowing(
            Figure figure,
            List<String> systems,
            List<Where> along,
            @EmptyIfAbsent List<String> mayLack,
            @EmptyIfAbsent int exceptions)
            implements SystemTest {
        @Override
        public String fault() {
            return along.size() == 3 ? SystemTest.super.fault() : "needs three places in along";
        }

        @Override
        public List<Where> places() {
            return along;
        }

        @Override
        public Stream<Part> parts(String system, ShareCount share, Evidence evidence) {
            List<Sample> samples = along.stream()
                    .map(where -> evidence.sample(figure, new ClaimedCells(system, where)))
                    .toList();
            Sample first = samples.getFirst();
            Sample second = samples.get(1);
            Sample third = samples.getLast();
            Finding falls = second.is(Direction.LOWER, first).and(third.is(Direction.LOWER, second));
            return Stream.of(new Part(
                    falls.and(third.over(second).is(Direction.HIGHER, second.over(first))),
                    "%s %s to %s and %s to %s"
                            .formatted(
                                    system,
                                    second.difference(first),
                                    along.get(1).label(along),
                                    third.difference(second),
                                    along.getLast().label(along))));
        }

        @Override
        public String rule() {
            return "lower at each next point, and by less the second time (taken round by round), each %s%s"
                    .formatted(Direction.SIGNIFICANTLY, ShareCount.rule(exceptions, systems.size(), "systems"));
        }
    }

    /**
     * The processes of a system use most of the processors' time while they are measured.
     *
     * @param atLeastPercent the least median over the rounds
     */
    record Busy(
            List<String> systems,
            List<Where> at,
            double atLeastPercent,
            @EmptyIfAbsent List<String> mayLack,
            @EmptyIfAbsent int exceptions)
            implements SystemTest {
        /** Includes the kernel's ticks and the start of the callers. More than that, and clients were starting most of the time. */
        private static final double POSSIBLE = 110;

        @Override
        public String fault() {
            return atLeastPercent > 0 && atLeastPercent < 100
                    ? SystemTest.super.fault()
                    : "needs atLeastPercent between 0 and 100";
        }

        @Override
        public List<List<Where>> points() {
            return at.stream().map(List::of).toList();
        }

        @Override
        public List<Where> places() {
            return at;
        }

        @Override
        public List<MissingEvidence> lacks(Evidence evidence) {
            return lacks(
                    evidence,
                    round -> round.cpuNanosPerCall() == null || percent(round, evidence.processors()) > POSSIBLE,
                    "its processor time is not known, or has more in it than the calls");
        }

        @Override
        public Stream<Part> parts(String system, ShareCount share, Evidence evidence) {
            double least = share.asked().stream()
                    .mapToDouble(point -> percent(new ClaimedCells(system, point.getFirst()), evidence))
                    .min()
                    .orElseThrow();
            boolean near = 100 * (1 - least / atLeastPercent) <= evidence.resolution();
            return Stream.of(new Part(
                    least >= atLeastPercent ? Finding.HOLDS : near ? Finding.OPEN : Finding.OPPOSED,
                    String.format(Locale.ROOT, "%s %.0f %% or more", system, least)));
        }

        private static double percent(ClaimedCells side, Evidence evidence) {
            return Statistics.median(evidence.rounds(side).mapToDouble(round -> percent(round, evidence.processors())))
                    .orElseThrow();
        }

        /** Divides by the time until all that the calls started had ended, since the processor time includes that. */
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
}
