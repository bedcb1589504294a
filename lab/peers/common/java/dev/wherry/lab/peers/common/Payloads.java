package dev.wherry.lab.peers.common;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * The remoting evaluation's series of calls with numbered payloads. The server tracks them: each must be received once.
 * It calls back when all were received.
 */
final class Payloads implements Operation {
    private static final int TRACKED_CALLS = 20;
    /** No session has this number. */
    private static final int NOBODYS = 0;

    private final Completions completions;
    private final Sending sending;
    private final int bytes;
    private final boolean shared;

    /** How a payload is sent. */
    interface Sending {
        /** Sends it. Returns what is wrong with the answer; null if nothing is, or if there is no answer. */
        String send(Service service, Payload payload) throws Exception;
    }

    /**
     * Sends payloads like the original: one caller of a client makes new bytes for each call, several send the same ones.
     *
     * @param crowd the callers
     */
    Payloads(Completions completions, Sending sending, int bytes, Crowd crowd) {
        if (bytes < Payload.SESSION_BYTES) {
            throw new IllegalArgumentException("a tracked payload needs 4 bytes for the number of its session");
        }
        this.completions = completions;
        this.sending = sending;
        this.bytes = bytes;
        shared = crowd.size > 1 && !crowd.clients;
    }

    /** A call that waits for its answer, the number of the call. */
    static String sync(Service service, Payload payload) throws Exception {
        int answer = service.invoke(payload);
        return answer == payload.getCallNumber()
                ? null
                : "sent number " + payload.getCallNumber() + ", got " + answer;
    }

    static String onewayAtClient(Service service, Payload payload) throws Exception {
        service.invokeOnewayAtClient(payload);
        return null;
    }

    static String onewayAtServer(Service service, Payload payload) throws Exception {
        service.invokeOnewayAtServer(payload);
        return null;
    }

    private byte[] data(Completions.Session session) {
        return ByteBuffer.allocate(bytes).putInt(session.id).array();
    }

    @Override
    public Task task() {
        return new Task() {
            private Completions.Session session;
            private byte[] data;
            private int next;
            private long announced = -1;

            @Override
            public void begin(Service service, long calls) throws Exception {
                session = completions.open(service);
                data = shared ? data(session) : null;
                if (calls != Long.MAX_VALUE) {
                    announce(calls);
                }
            }

            @Override
            public String call(Service service) throws Exception {
                return sending.send(service, new Payload(next++, data == null ? data(session) : data));
            }

            @Override
            public long end(long calls) throws Exception {
                if (calls != announced) {
                    announce(calls);
                }
                return session.missing(calls);
            }

            private void announce(long calls) throws Exception {
                announced = calls;
                session.expect(calls);
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        String wrong = checkBytes(service, caller, call);
        return wrong == null && call == 0 ? checkTracking(service) : wrong;
    }

    /** Checks by a hash whether all bytes arrive: the server answers a negative number with a hash. */
    private String checkBytes(Service service, int caller, int call) throws Exception {
        byte[] random = new byte[bytes];
        new Random(31L * caller + call).nextBytes(random);
        // Else they might be a session's, and its tracker would take these for its calls.
        ByteBuffer.wrap(random).putInt(NOBODYS);
        for (int number : new int[] {caller * 1_000 + call, -1 - caller * 1_000 - call}) {
            Payload sent = new Payload(number, random);
            int answer = service.invoke(sent);
            if (answer != sent.answer()) {
                return "sent number " + number + " with " + bytes + " bytes, got " + answer + " instead of "
                        + sent.answer();
            }
        }
        return null;
    }

    /** Checks the tracker: it repeats the last call of a separate session, which the tracker must report. */
    private String checkTracking(Service service) throws Exception {
        Completions.Session session = completions.open(service);
        byte[] data = data(session);
        for (int number = 0; number <= TRACKED_CALLS; number++) {
            String wrong = sending.send(service, new Payload(Math.min(number, TRACKED_CALLS - 1), data));
            if (wrong != null) {
                return wrong;
            }
        }
        session.expect(TRACKED_CALLS + 1L);
        long[] figures = session.await();
        return figures[0] == TRACKED_CALLS && figures[1] == 1
                ? null
                : "sent " + TRACKED_CALLS + " calls and one of them again; the server reported " + figures[0] + " and "
                        + figures[1];
    }
}
