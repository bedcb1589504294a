package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.claims.Judgement.Part;
import java.util.List;
import java.util.Objects;

/**
 * Classes come to the server's virtual machine from elsewhere than its class path, or none do.
 *
 * @param at at each of these places
 */
record Arrivals(String system, List<Where> at, Came are) implements Test {
    enum Came {
        @JsonProperty("some")
        SOME,
        @JsonProperty("none")
        NONE
    }

    Arrivals {
        Requirements.check(system, "arrivals needs a system");
        Requirements.check(at, "arrivals needs at");
        Requirements.check(are, "arrivals needs are: some or none");
    }

    @Override
    public List<List<Where>> points() {
        return ShareCount.each(at);
    }

    @Override
    public List<ClaimedCells> sides() {
        return at.stream().map(where -> new ClaimedCells(system, where)).toList();
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        return lacks(evidence, round -> round.classesReceived() == null, "nobody counted its classes");
    }

    @Override
    public Judgement judge(Evidence evidence) {
        return ShareCount.of(points(), evidence).judge(0, where -> part(where, evidence));
    }

    private Part part(Where where, Evidence evidence) {
        ClaimedCells side = new ClaimedCells(system, where);
        List<Long> counts = evidence.rounds(side)
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
