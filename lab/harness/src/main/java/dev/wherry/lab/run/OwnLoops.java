package dev.wherry.lab.run;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.driver.NullLoop;
import dev.wherry.lab.driver.PeerFailure;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.site.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the lab's own calling loops cost, of those that a run's systems have. */
record OwnLoops(List<Peer> nulls, Workshop workshop, Limits limits, Progress progress) {
    /** Measured one after another where clients are; one that cannot be is told, and is no reason not to run. */
    List<LoopCost> measure(List<Peer> systems, Place place) throws InterruptedException {
        List<LoopCost> costs = new ArrayList<>();
        for (Peer each : nulls) {
            if (systems.stream().anyMatch(each::isMadeLike)) {
                progress.doing("measuring what the lab's own loop costs");
                try {
                    costs.add(measure(each, place));
                } catch (PeerFailure | IOException failed) {
                    RunEnd.check();
                    progress.notes("What the loop of %s costs could not be measured: %s"
                            .formatted(each.title(), failed.getMessage()));
                }
            }
        }
        return List.copyOf(costs);
    }

    private LoopCost measure(Peer each, Place place) throws PeerFailure, IOException, InterruptedException {
        workshop.probeAndPrepare(each);
        return NullLoop.measure(each, workshop, limits, place);
    }
}
