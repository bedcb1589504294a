package dev.wherry.testkit.simulation.world;

import dev.wherry.CallLedger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ledger that outlives the crashes of its host. */
final class MemoryLedger implements CallLedger {
    private final String id;
    private final Map<String, byte @Nullable []> records = new HashMap<>();

    MemoryLedger(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Duration keeps() {
        return Duration.ofHours(1);
    }

    @Override
    public synchronized boolean begin(String call) {
        if (records.containsKey(call)) {
            return false;
        }
        records.put(call, null);
        return true;
    }

    @Override
    public synchronized byte @Nullable [] answer(String call) {
        return records.get(call);
    }

    @Override
    public synchronized void answered(String call, byte[] answer) {
        records.put(call, answer);
    }
}
