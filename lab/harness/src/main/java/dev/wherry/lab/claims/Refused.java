package dev.wherry.lab.claims;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Verdict;
import java.util.List;

/** A system cannot do the work: its answers are wrong, or its adapter knows better than to offer it. */
record Refused(String system, Where at) implements Test {
    Refused {
        Requirements.check(system, "refused needs a system");
        Requirements.check(at, "refused needs at");
    }

    @Override
    public List<ClaimedCells> sides() {
        return List.of(new ClaimedCells(system, at));
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        List<Cell> cells = evidence.cells(sides().getFirst());
        return cells.isEmpty()
                ? List.of(evidence.missing(sides().getFirst()))
                : cells.stream().allMatch(cell -> cell.verdict() == Verdict.FAILED)
                        ? Test.super.lacks(evidence)
                        : List.of();
    }

    @Override
    public Judgement judge(Evidence evidence) {
        ClaimedCells side = sides().getFirst();
        boolean works = evidence.cells(side).stream().anyMatch(cell -> cell.verdict() == Verdict.MEASURED);
        return works
                ? Judgement.of(Finding.OPPOSED, side.label() + ": all its answers were right, and it was timed.")
                : Judgement.of(
                        Finding.HOLDS,
                        evidence.lack(side).map(MissingEvidence::what).orElse(side.label()) + ".");
    }

    @Override
    public String rule() {
        return "the system does not do this work rightly";
    }
}
