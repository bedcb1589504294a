package dev.wherry.internal.session;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The listening side's ends of one session's lanes. For any thread. */
public final class LaneServers {
    private static final long MOST_NUMBER = 1 << 23;

    private final ConcurrentMap<Long, LaneServer> byNumber = new ConcurrentHashMap<>();
    private long last;

    LaneServers() {}

    /** Adds a lane whose number is greater than those before it, so that a late Cancel cannot stop another lane's call. */
    public synchronized boolean admits(LaneServer lane, long number) {
        if (number <= last || number >= MOST_NUMBER) {
            return false;
        }
        last = number;
        byNumber.put(number, lane);
        return true;
    }

    public void gone(LaneServer lane) {
        byNumber.values().remove(lane);
    }

    @Nullable
    LaneServer find(long number) {
        return byNumber.get(number);
    }

    Collection<LaneServer> all() {
        return byNumber.values();
    }

    public int count() {
        return byNumber.size();
    }

    public int overMemory() {
        return (int) all().stream().filter(LaneServer::isOverMemory).count();
    }
}
