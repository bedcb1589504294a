package dev.wherry.internal.loop;

import dev.wherry.Limits;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.RunningLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The limits of calls that run at one time in an endpoint, and in each of its sessions. For any thread. */
public final class RunningLimits {
    /**
     * How many virtual threads are started for calls and have not begun, for each processor. Their scheduler takes the threads in
     * the order of their start. Only the calls that it does not have yet can be taken in turn by session.
     */
    private static final int STARTED = 4;

    /** All calls of the endpoint; null: they have no limit. */
    private final @Nullable RunningLimit all;

    private final RunningLimit starting;
    /** By interface and name. */
    private final Map<String, RunningLimit> byMethod = new HashMap<>();
    /** The same by the names of methods of interfaces that inherit them; a list is empty if a method has no limit. */
    private final ConcurrentMap<String, List<RunningLimit>> inherited = new ConcurrentHashMap<>();

    private final int ofSession;
    private final long queueTime;

    public RunningLimits(Limits limits) {
        int processors = Runtime.getRuntime().availableProcessors();
        all = limit("limit 'callsRunning', " + limits.callsRunning(), limits.callsRunning());
        starting = new RunningLimit("there are " + processors + " processors", STARTED * processors);
        limits.callsRunningByMethod()
                .forEach((name, most) ->
                        byMethod.put(name, new RunningLimit("limit 'callsRunning' of " + name + ", " + most, most)));
        ofSession = limits.callsRunningPerSession();
        queueTime = TimeUnit.NANOSECONDS.convert(limits.queueTime());
    }

    private static @Nullable RunningLimit limit(String name, int most) {
        return most == Integer.MAX_VALUE ? null : new RunningLimit(name, most);
    }

    /** Returns the limit of one session; null if it has none. */
    @Nullable
    RunningLimit ofSession() {
        return limit("limit 'callsRunningPerSession', " + ofSession, ofSession);
    }

    /** Returns the limit of virtual threads that have not begun. */
    RunningLimit starting() {
        return starting;
    }

    /** Returns the limit of all calls of the endpoint. */
    @Nullable
    RunningLimit all() {
        return all;
    }

    /** Returns how many nanoseconds a call may wait. */
    long queueTime() {
        return queueTime;
    }

    /** Returns whether some methods have limits. */
    boolean haveMethods() {
        return !byMethod.isEmpty();
    }

    /** Returns the limits of methods. */
    Iterable<RunningLimit> ofMethods() {
        return byMethod.values();
    }

    /** Returns the limits of a method, in the same order for all: that of its interface, and those that the interface inherits. */
    List<RunningLimit> of(RemoteMethod method) {
        return inherited.computeIfAbsent(method.name(), _ -> find(method));
    }

    private List<RunningLimit> find(RemoteMethod method) {
        String name = method.method().getName();
        List<Class<?>> types = new ArrayList<>(List.of(method.owner().type()));
        List<RunningLimit> found = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            types.addAll(List.of(types.get(i).getInterfaces()));
            RunningLimit limit = byMethod.get(types.get(i).getName() + "." + name);
            if (limit != null && !found.contains(limit)) {
                found.add(limit);
            }
        }
        found.sort((a, b) -> a.toString().compareTo(b.toString()));
        return List.copyOf(found);
    }
}
