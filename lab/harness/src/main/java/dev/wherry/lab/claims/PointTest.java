package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.claims.Judgement.Finding;
import dev.wherry.lab.claims.Judgement.Part;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A test of each of several points, some of which may be exceptions. */
sealed interface PointTest extends Test {
    List<Where> at();

    List<String> systems();

    default int exceptions() {
        return 0;
    }

    Part part(Where where, Evidence evidence);

    @Override
    default List<List<Where>> points() {
        return at().stream().map(List::of).toList();
    }

    @Override
    default List<ClaimedCells> sides() {
        return at().stream()
                .flatMap(where -> systems().stream().map(system -> new ClaimedCells(system, where)))
                .toList();
    }

    @Override
    default String fault() {
        return exceptions() < 0 || exceptions() >= Math.max(1, at().size())
                ? "has too many exceptions"
                : Test.super.fault();
    }

    @Override
    default Judgement judge(Evidence evidence) {
        ShareCount share = ShareCount.of(points(), evidence);
        List<Part> parts = share.asked().stream()
                .map(point -> part(point.getFirst(), evidence))
                .toList();
        return Judgement.of(parts, ShareCount.exceptions(exceptions(), at().size(), parts.size()))
                .at(share.covered());
    }

    /**
     * The figure of one system is higher than, lower than, no higher than, or the same as that of another.
     *
     * @param atLeastPercent the least distance of the medians; null for any
     * @param atMostPercent the greatest distance of the medians; null for any, or of equal figures for what the run resolves
     */
    record Compare(
            Figure figure,
            String system,
            String than,
            Direction is,
            List<Where> at,
            @Nullable Double atLeastPercent,
            @Nullable Double atMostPercent,
            @EmptyIfAbsent int exceptions)
            implements PointTest {
        @Override
        public List<String> systems() {
            return List.of(system, than);
        }

        @Override
        public String fault() {
            String fault = is.fault(atLeastPercent, atMostPercent);
            return fault.isEmpty() ? PointTest.super.fault() : fault;
        }

        @Override
        public Part part(Where where, Evidence evidence) {
            Sample one = evidence.sample(figure, new ClaimedCells(system, where));
            Sample other = evidence.sample(figure, new ClaimedCells(than, where));
            return new Part(
                    one.is(is, other, atLeastPercent, atMostPercent),
                    "%s: %s %s and %s %s, %s"
                            .formatted(
                                    where.label(at),
                                    system,
                                    figure.say(one.median()),
                                    than,
                                    figure.say(other.median()),
                                    one.difference(other)));
        }

        @Override
        public String rule() {
            return is.rule(atLeastPercent, atMostPercent) + ShareCount.rule(exceptions, at.size(), "points");
        }
    }

    /**
     * Systems are in an order, the best first.
     *
     * @param groups each system of a group is better than each system of the next group; there is no order within a group
     */
    record Order(
            Figure figure,
            List<List<String>> groups,
            List<Where> at,
            @EmptyIfAbsent List<String> mayLack,
            @EmptyIfAbsent int exceptions)
            implements PointTest {
        private static final int FEW = 3;

        private record Runner(String system, Sample sample) {}

        @Override
        public List<String> systems() {
            return groups.stream().flatMap(List::stream).toList();
        }

        @Override
        public String fault() {
            return groups.size() < 2 ? "needs at least two groups" : PointTest.super.fault();
        }

        @Override
        public List<MissingEvidence> lacks(Evidence evidence) {
            List<MissingEvidence> needed = PointTest.super.lacks(evidence);
            boolean emptied = ShareCount.of(points(), evidence).asked().stream()
                    .anyMatch(point -> groups.stream()
                            .anyMatch(group ->
                                    runners(group, point.getFirst(), evidence).isEmpty()));
            return needed.isEmpty() && emptied ? without(evidence) : needed;
        }

        @Override
        public Part part(Where where, Evidence evidence) {
            List<List<Runner>> measured = groups.stream()
                    .map(group -> runners(group, where, evidence))
                    .toList();
            List<String> wrong = new ArrayList<>();
            Finding all = Finding.HOLDS;
            for (int i = 0; i + 1 < measured.size(); i++) {
                for (Runner first : measured.get(i)) {
                    for (Runner second : measured.get(i + 1)) {
                        Finding finding = first.sample().is(figure.better(), second.sample());
                        all = all.and(finding);
                        if (finding != Finding.HOLDS) {
                            wrong.add((finding == Finding.OPPOSED
                                            ? "%2$s is ahead of %1$s"
                                            : "%s and %s do not differ significantly")
                                    .formatted(first.system(), second.system()));
                        }
                    }
                }
            }
            String figures = measured.stream()
                    .map(this::text)
                    .collect(Collectors.joining("; then ", where.label(at) + ": ", ""));
            String few = wrong.stream().limit(FEW).collect(Collectors.joining(", "));
            String more = wrong.size() <= FEW ? "" : " and %d more".formatted(wrong.size() - FEW);
            return new Part(all, wrong.isEmpty() ? figures : "%s, but %s%s".formatted(figures, few, more));
        }

        private List<Runner> runners(List<String> group, Where where, Evidence evidence) {
            Comparator<Runner> lowest =
                    Comparator.comparingDouble(runner -> runner.sample().median());
            return group.stream()
                    .map(system -> new ClaimedCells(system, where))
                    .filter(side -> evidence.lack(side).isEmpty())
                    .map(side -> new Runner(side.system(), evidence.sample(figure, side)))
                    .sorted(figure.better() == Direction.HIGHER ? lowest.reversed() : lowest)
                    .toList();
        }

        /** Names all systems of a small group, and the best and the worst of a large one. */
        private String text(List<Runner> group) {
            boolean few = group.size() <= FEW;
            Stream<Runner> named = few ? group.stream() : Stream.of(group.getFirst(), group.getLast());
            return named.map(runner ->
                            runner.system() + " " + figure.say(runner.sample().median()))
                    .collect(Collectors.joining(
                            few ? ", " : " to ", "", few ? "" : " (%d systems)".formatted(group.size())));
        }

        @Override
        public String rule() {
            return "each is ahead of each after it, %s%s"
                    .formatted(Direction.SIGNIFICANTLY, ShareCount.rule(exceptions, at.size(), "points"));
        }
    }

    /** The server loads classes that are not on its class path, or it loads none. */
    record Arrivals(String system, List<Where> at, Came are) implements PointTest {
        enum Came {
            @JsonProperty("some")
            SOME,
            @JsonProperty("none")
            NONE
        }

        @Override
        public List<String> systems() {
            return List.of(system);
        }

        @Override
        public List<MissingEvidence> lacks(Evidence evidence) {
            return lacks(evidence, round -> round.classesReceived() == null, "nobody counted its classes");
        }

        @Override
        public Part part(Where where, Evidence evidence) {
            List<Long> counts = evidence.rounds(new ClaimedCells(system, where))
                    .map(round -> Objects.requireNonNull(round.classesReceived()))
                    .toList();
            long most = counts.stream().mapToLong(Long::longValue).max().orElseThrow();
            return new Part(
                    Finding.of(counts.stream().allMatch(count -> (count > 0) == (are == Came.SOME))),
                    "%s: %s".formatted(where.label(at), most == 0 ? "none came" : "%,d came".formatted(most)));
        }

        @Override
        public String rule() {
            return are == Came.SOME
                    ? "in every round classes have come that the server's class path does not have"
                    : "in no round has a class come from elsewhere than the server's class path";
        }
    }
}
