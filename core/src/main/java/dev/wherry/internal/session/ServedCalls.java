package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.internal.wire.Frame;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** The calls of a session that are served now, by their ids: for Cancel, deadlines, the end and statistics. */
public final class ServedCalls {
    private final CallThreads.Quota threads;
    private final LaneServers lanes = new LaneServers();
    /** Calls that have a thread of their own; of a lane, only those that were accepted. */
    private final ConcurrentMap<Long, ServedCall> byId = new ConcurrentHashMap<>();

    ServedCalls(CallThreads.Quota threads) {
        this.threads = threads;
    }

    public LaneServers lanes() {
        return lanes;
    }

    boolean contains(long id) {
        return byId.containsKey(id);
    }

    void add(long id, ServedCall call) {
        byId.put(id, call);
    }

    void remove(long id, ServedCall call) {
        byId.remove(id, call);
    }

    /** Stops a call, wherever it runs; one that has ended is left alone. */
    void stop(long id, CallException why) {
        LaneServer lane = lanes.find(id >>> Frame.LANE_SHIFT);
        ServedCall call = lane == null ? byId.get(id) : lane.call();
        if (call != null) {
            call.state().stop(id, why);
        }
    }

    /** Stops all calls, because the session has ended. */
    void stopAll(CallException why) {
        byId.values().forEach(call -> call.state().stopAny(why));
        for (LaneServer lane : lanes.all()) {
            lane.close();
            lane.call().state().stopAny(why);
        }
    }

    private Stream<ServedCall> running() {
        return Stream.concat(byId.values().stream(), lanes.all().stream().map(LaneServer::call))
                .filter(call -> call.state().isRunning());
    }

    /** Method and object of each call that runs now, for messages. */
    public Stream<String> names() {
        return running().map(ServedCall::called);
    }

    /** Adds the calls that run now. */
    public void count(Map<Tally, Integer> to) {
        running().map(ServedCall::tally).filter(Objects::nonNull).forEach(tally -> to.merge(tally, 1, Integer::sum));
    }

    /** Returns how many calls have not begun. */
    public int waiting() {
        return (int) byId.values().stream().filter(call -> !call.hasBegun()).count();
    }

    /** Checks deadlines, and lanes whose peer has stopped in the middle of a frame. Called by the watcher. */
    boolean check(long now) {
        boolean any = false;
        boolean waiting = false;
        boolean held = threads.areCarriersHeld();
        for (ServedCall call : byId.values()) {
            any |= call.state().check(now);
            waiting |= call.awaitsThread();
            if (held) {
                call.blameMethod();
            }
        }
        if (waiting) {
            any = true;
            threads.markWaiting();
            if (held) {
                threads.trySpare(this::serveWaiting);
            }
        }
        for (LaneServer lane : lanes.all()) {
            any |= lane.check(now);
        }
        return any;
    }

    /** Runs calls that wait for a thread. Called by a spare thread. */
    private void serveWaiting() {
        for (ServedCall call : byId.values()) {
            call.run();
        }
    }
}
