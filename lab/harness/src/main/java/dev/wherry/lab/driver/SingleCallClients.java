package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Aftermath;
import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Clients.Launch;
import dev.wherry.lab.results.LatencyNanos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Clients that are started one after another for one call each. The time of a call is taken here. It runs from just before
 * the start of the process until the process reports its answer, which it has compared.
 */
final class SingleCallClients {
    private final Launch launch;
    private final Limits limits;
    private Duration cpu = Duration.ZERO;

    SingleCallClients(Launch launch, Limits limits) {
        this.launch = launch;
        this.limits = limits;
    }

    /** Starts clients until the length is over, and at least one. */
    Measurement call(Work work, Length length) throws PeerFailure, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        Map<String, Long> carried = new TreeMap<>();
        long began = System.nanoTime();
        do {
            nanos.add(callOnce(work, carried));
        } while (!length.isOver(nanos.size(), System.nanoTime() - began));
        double seconds = nanos.stream().mapToLong(Long::longValue).sum() / 1e9;
        return new Measurement(
                nanos.size(),
                seconds,
                seconds,
                LatencyNanos.of(nanos),
                0,
                0,
                null,
                null,
                null,
                carried,
                null,
                null,
                null,
                null);
    }

    private long callOnce(Work work, Map<String, Long> carried) throws PeerFailure, InterruptedException {
        long began = System.nanoTime();
        try (PeerProcess client = launch.start(work.words("first"))) {
            String line = client.receive(limits.start(), "before its first call was answered");
            long nanos = System.nanoTime() - began;
            cpu = cpu.plus(client.cpu());
            Conformance answer = client.parse(line, Conformance.class);
            if (!answer.conforms()) {
                throw PeerFailure.said("the first call of a new client: " + answer.reason());
            }
            Aftermath after = client.receive(limits.stats(), "after its first call", Aftermath.class);
            if (after.carried() != null) {
                after.carried().forEach((by, calls) -> carried.merge(by, calls, Long::sum));
            }
            return nanos;
        }
    }

    /** Returns the user and system time of all clients so far, each until its answer. */
    Duration cpu() {
        return cpu;
    }
}
