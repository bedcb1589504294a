package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Clients.Launch;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.site.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calling loop of some clients, their clock and their histogram with nothing called. */
public final class NullLoop {
    private static final Work NOTHING = new Work(Peer.NOTHING, Map.of("threads", 1L));
    /** Until it is compiled; and with the rounds and a start no more than two seconds, since every run has this before it. */
    private static final Length WARM_UP = new Length.Seconds(0.3);

    private static final Length ROUND = new Length.Seconds(0.2);
    private static final int ROUNDS = 5;

    private NullLoop() {}

    /** Measures it in a new process at this place, which has ended by then. */
    public static LoopCost measure(Peer peer, Workshop workshop, Limits limits, Place place)
            throws PeerFailure, InterruptedException, IOException {
        Launch launch = new Launch(
                place,
                workshop.expand(peer, peer.client(), Map.of("address", "nowhere")),
                workshop.cache(peer),
                limits.quit());
        List<Double> loop = new ArrayList<>();
        List<Double> latency = new ArrayList<>();
        try (Client client = Client.start(launch, limits)) {
            call(client, "warm", WARM_UP, limits);
            for (int round = 0; round < ROUNDS; round++) {
                Measurement measured = call(client, "run", ROUND, limits);
                loop.add(1e9 * measured.seconds() / measured.calls());
                latency.add(measured.latencyNanos().mean());
            }
        }
        return LoopCost.of(peer.name(), peer.title(), loop, latency);
    }

    private static Measurement call(Client client, String verb, Length length, Limits limits)
            throws PeerFailure, InterruptedException {
        client.begin(verb, NOTHING, length);
        Measurement measured = client.end(limits.silence());
        if (measured.calls() == 0) {
            throw PeerFailure.said("it did nothing, and that not once: " + measured.firstFailure());
        }
        return measured;
    }
}
