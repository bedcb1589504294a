package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ProtocolException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a session that are served now, by their ids: for Cancel, deadlines, the end and statistics. It also has the
 * listening side's ends of the session's lanes, each of which serves one call at a time. For any thread.
 */
public final class ServedCalls {
    private static final long GREATEST_LANE_NUMBER = (1 << 23) - 1;

    private final CallThreads.Quota threads;
    private final CallStarts starts;
    private final MainLink main;
    private final ConcurrentMap<Long, LaneServer> lanes = new ConcurrentHashMap<>();
    private final EndedLanes ended;
    /** The number of the last lane; guarded by this. */
    private long lastLane;
    /** Calls that have a thread of their own; of a lane, only those that were accepted. */
    private final ConcurrentMap<Long, ServedCall> byId = new ConcurrentHashMap<>();

    ServedCalls(CallStarts starts, MainLink main, EndedLanes ended) {
        threads = starts.threads();
        this.starts = starts;
        this.main = main;
        this.ended = ended;
    }

    // ---- lanes

    /** Adds a lane whose number is greater than those before it, so that a late Cancel cannot stop another lane's call. */
    public synchronized boolean admit(LaneServer lane, long number) {
        if (number <= lastLane || number > GREATEST_LANE_NUMBER) {
            return false;
        }
        lastLane = number;
        lanes.put(number, lane);
        return true;
    }

    /** Removes a lane that has ended. The peer may ask for the outcome of its last call, or has asked before. */
    public void remove(LaneServer lane) {
        long asked;
        EndedLanes.Ended last = lane.ended();
        synchronized (this) {
            lanes.remove(lane.number(), lane);
            asked = lane.asked();
            if (asked == 0) {
                ended.add(lane.number(), last);
                ended.cancel(lane.cancelled());
            }
        }
        if (asked != 0) {
            try {
                ended.settle(asked, last);
            } catch (RuntimeException | Error e) { // the end of the connection notifies the caller
                main.failed(e);
            }
        }
    }

    /** Answers a call whose lane broke, once the lane has ended here too. Called by main's reader. */
    void settle(long id) {
        long number = id >>> Frame.LANE_SHIFT;
        main.checkPeerReads();
        LaneServer lane;
        EndedLanes.Ended last;
        synchronized (this) {
            if (number == 0 || number > lastLane) {
                throw ProtocolException.breach("Call " + id + " of a lane that was never opened is to be settled");
            }
            lane = lanes.get(number);
            last = lane == null ? ended.remove(number) : null;
            if (lane != null && !lane.ask(id)) {
                throw ProtocolException.breach("A second call of lane " + number + " is to be settled: " + id);
            }
        }
        if (lane != null) {
            lane.close(); // what it has not read by now is never received
        } else {
            ended.settle(id, last);
        }
    }

    public int laneCount() {
        return lanes.size();
    }

    /** Returns how many lanes shared memory carries. */
    public int memoryLaneCount() {
        return (int) lanes.values().stream().filter(LaneServer::isOverMemory).count();
    }

    /** Returns how many calls run on lanes. */
    int runningOnLanes() {
        return (int) lanes.values().stream()
                .filter(lane -> lane.call().state().isRunning())
                .count();
    }

    // ---- calls

    boolean contains(long id) {
        return byId.containsKey(id);
    }

    void add(long id, ServedCall call) {
        byId.put(id, call);
    }

    void remove(long id, ServedCall call) {
        byId.remove(id, call);
    }

    /** Stops a call, wherever it runs; of one that has ended, the answer is not kept. */
    void stop(long id, CallException why) {
        LaneServer lane = id >>> Frame.LANE_SHIFT == 0 ? null : cancel(id);
        ServedCall call = lane == null ? byId.get(id) : lane.call();
        if (call != null) {
            call.state().stop(id, why);
        }
    }

    private synchronized @Nullable LaneServer cancel(long id) {
        LaneServer lane = lanes.get(id >>> Frame.LANE_SHIFT);
        if (lane != null) {
            lane.cancel(id);
        } else {
            ended.cancel(id);
        }
        return lane;
    }

    /** Stops all calls, because the session has ended. */
    void stopAll(CallException why) {
        ended.close();
        closeLanes();
        stopRunning(why);
        starts.end();
    }

    /** Stops the calls that run, because the peer seems to be gone. */
    void stopRunning(CallException why) {
        byId.values().forEach(call -> call.state().stopAny(why));
        lanes.values().forEach(lane -> lane.call().state().stopAny(why));
    }

    /** Closes the links of all lanes. Their methods go on. */
    void closeLanes() {
        lanes.values().forEach(LaneServer::close);
    }

    private Stream<ServedCall> running() {
        return Stream.concat(byId.values().stream(), lanes.values().stream().map(LaneServer::call))
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
        ended.check(now);
        for (ServedCall call : byId.values()) {
            any |= call.state().check(now);
            waiting |= call.awaitsThread();
            if (held) {
                call.blameMethod(now);
            }
        }
        if (waiting) {
            any = true;
            threads.markWaiting();
            if (held) {
                threads.trySpare(this::serveWaiting);
            }
        }
        starts.refuseUnwanted(now);
        for (LaneServer lane : lanes.values()) {
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
