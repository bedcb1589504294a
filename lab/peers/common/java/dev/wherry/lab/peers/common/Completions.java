package dev.wherry.lab.peers.common;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client's part in the tracking of calls: its own callback server, over the same system. The server calls it when
 * it has seen all calls of a session, as in the remoting evaluation.
 */
final class Completions implements Correspondent {
    static final String LISTEN = "listen";
    static final String EXPECT = "expect";
    static final String DONE = "done";
    static final String TELL = "tell";

    /** After so much time without another call the rest is lost. */
    private static final int SECONDS_TO_GIVE_UP = 3;

    /** A short series of calls that were certainly all sent. */
    private static final int SECONDS_TO_COMPLETE = 15;

    private static final int SESSIONS_OF_A_PROCESS = 1 << 16;

    private final Adapter adapter;
    private final Map<Integer, CompletableFuture<long[]>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();

    private String address;

    Completions(Adapter adapter) {
        this.adapter = adapter;
    }

    /** One caller's series of calls, which the server tracks. */
    final class Session {
        final int id;
        private final Service service;
        private final CompletableFuture<long[]> completion = new CompletableFuture<>();

        private Session(int id, Service service) {
            this.id = id;
            this.service = service;
        }

        /** Sends the server the number of calls that are made. */
        void expect(long calls) throws Exception {
            service.invoke(Payload.message(EXPECT + " " + id + " " + calls));
        }

        /**
         * Waits until the server calls back, and returns how many calls it received, and how many it received again.
         */
        long[] await() throws Exception {
            return completion.get(SECONDS_TO_COMPLETE, TimeUnit.SECONDS);
        }

        /** Waits until so many calls were received, or no more are received, and returns how many are missing. */
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

        /** Returns how many calls were received, as soon as these are all, or after a second. */
        private long comeWithinASecond(long calls) throws Exception {
            try {
                long come = completion.get(1, TimeUnit.SECONDS)[0];
                if (come >= calls) {
                    return come;
                }
                // Repeated calls are included in the number: the last ones may be under way.
                TimeUnit.SECONDS.sleep(1);
            } catch (TimeoutException notYet) {
                // Then the server calls back.
            }
            return service.invoke(Payload.message(TELL + " " + id));
        }
    }

    /** Opens a session over this service, for later calls. */
    Session open(Service service) throws Exception {
        // The process identifier distinguishes it from those of other processes.
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
            throw new IllegalArgumentException("a client does not know the message " + words[0]);
        }
        CompletableFuture<long[]> completion = waiting.remove(Integer.parseInt(words[1]));
        if (completion != null) {
            completion.complete(new long[] {Long.parseLong(words[2]), Long.parseLong(words[3])});
        }
        return 0;
    }
}
