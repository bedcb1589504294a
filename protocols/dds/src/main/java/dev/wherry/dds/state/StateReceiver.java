package dev.wherry.dds.state;

import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Stores what is received of a shared state, on the thread that receives it. */
final class StateReceiver<V> implements SampleSink {
    private static final long MOST_AHEAD = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final StateType<V> type;
    private final StateStore<V> store;
    /** The disposals of the instances that were disposed of and written again, the one longest unused first. */
    private final Map<Long, Integer> disposals = new LinkedHashMap<>();

    /** @param name of the state, for messages */
    StateReceiver(String name, StateType<V> type, StateStore<V> store) {
        this.name = name;
        this.type = type;
        this.store = store;
    }

    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        if (info.sourceNanos() > StateWriter.now() + MOST_AHEAD) {
            dropped("its time is more than a minute ahead of the clock of this process");
            return;
        }
        boolean isRemoved = info.state() == SampleInfo.InstanceState.DISPOSED;
        try {
            if (info.valid()) {
                Version<V> version = type.readVersion(payload, offset, length, info.sourceNanos());
                boolean isOld = store(version) == StateStore.Outcome.OLD;
                V value = version.value();
                if (value != null && (isRemoved || (wasRemoved(info) && isOld))) {
                    store(type.removal(value, info.sourceNanos()));
                }
            } else if (isRemoved) {
                store(type.readRemoval(payload, offset, length, info.sourceNanos()));
            }
        } catch (CdrException e) {
            dropped(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns whether the instance was disposed of since its last sample. The engine reports that by a sample of its own only if
     * this has taken all values before, and no process has offered an old one again meanwhile.
     */
    private boolean wasRemoved(SampleInfo info) {
        Integer before = disposals.remove(info.instance());
        if (info.disposals() > 0) {
            disposals.put(info.instance(), info.disposals());
            if (disposals.size() > StateStore.MOST_REMOVED) {
                disposals.remove(disposals.keySet().iterator().next());
            }
        }
        return info.disposals() > (before == null ? 0 : before);
    }

    private StateStore.Outcome store(Version<V> version) {
        StateStore.Outcome outcome = store.offer(version);
        if (outcome == StateStore.Outcome.FULL) {
            dropped("there are as many keys or bytes as the options allow");
        }
        return outcome;
    }

    @Override
    public void refused(long length, SampleInfo info) {
        dropped("it has " + length + " bytes, and more than the options allow");
    }

    private void dropped(String why) {
        DdsLog.ofPeer(Level.WARNING, () -> "A value of the shared state '" + name + "' was dropped: " + why, null);
    }
}
