package dev.wherry.lab.peers.common;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client's part in the tracking of calls: a callback server of its own, over the same system, which the server calls
 * when it has seen all calls of a session. The remoting evaluation did so.
 */
final class Completions implements Correspondent {
    static final String LISTEN = "listen";
    static final String EXPECT = "expect";
    static final String DONE = "done";
    static final String TELL = "tell";

    /** So long must nothing more have come for the rest to be lost. */
    private static final int SECONDS_TO_GIVE_UP = 3;

    /** A short series whose calls are all known to have been sent. */
    private static final int SECONDS_TO_COMPLETE = 15;

    private static final int SESSIONS_OF_A_PROCESS = 1 << 16;

    private final Adapter adapter;
    private final Map<Integer, CompletableFuture<long[]>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();

    private String address;

    Completions(Adapter adapter) {
        this.adapter = adapter;
    }

    /** One caller's series of calls, tracked by the server. */
    final class Session {
        final int id;
        private final Service service;
        private final CompletableFuture<long[]> completion = new CompletableFuture<>();

        private Session(int id, Service service) {
            this.id = id;
            this.service = service;
        }

        /** Tells the server how many calls are, or were, made. */
        void expect(long calls) throws Exception {
            service.invoke(Payload.message(EXPECT + " " + id + " " + calls));
        }

        /** Waits until the server calls back: how many calls came, and how many came again. */
        long[] await() throws Exception {
            return completion.get(SECONDS_TO_COMPLETE, TimeUnit.SECONDS);
        }

        /** Waits until so many have come, or nothing more comes, and returns how many are missing. */
        long missing(long calls) throws Exception {
            long come = -1;
            int idleSeconds = 0;
            while (come < calls && idleSeconds < SECONDS_TO_GIVE_UP) {
                long now = comeWithinASecond(calls);
                idleSeconds = now > come ? 0 : idleSeconds + 1;
                come = now;
            }
            waiting.remove(id);
            return calls - come;
        }

        /** How many have come as soon as these all have, or else a second later. */
        private long comeWithinASecond(long calls) throws Exception {
            try {
                long come = completion.get(1, TimeUnit.SECONDS)[0];
                if (come >= calls) {
                    return come;
                }
                // Those that came again make up the number: the last ones may be under way.
                TimeUnit.SECONDS.sleep(1);
            } catch (TimeoutException notYet) {
                // Then the server tells.
            }
            return service.invoke(Payload.message(TELL + " " + id));
        }
    }

    /** Opens a session over this service, for calls to come. */
    Session open(Service service) throws Exception {
        // Told apart from other processes' by the process identifier.
        int id = (int) ProcessHandle.current().pid() * SESSIONS_OF_A_PROCESS + opened.incrementAndGet();
        Session session = new Session(id, service);
        waiting.put(id, session.completion);
        service.invoke(Payload.message(LISTEN + " " + id + " " + listening()));
        return session;
    }

    private synchronized String listening() throws Exception {
        if (address == null) {
            address = adapter.serve(new CountingService(this));
        }
        return address;
    }

    @Override
    public int message(String[] words) {
        if (!words[0].equals(DONE)) {
            throw new IllegalArgumentException("a client takes no message " + words[0]);
        }
        CompletableFuture<long[]> completion = waiting.remove(Integer.parseInt(words[1]));
        if (completion != null) {
            completion.complete(new long[] {Long.parseLong(words[2]), Long.parseLong(words[3])});
        }
        return 0;
    }
}
