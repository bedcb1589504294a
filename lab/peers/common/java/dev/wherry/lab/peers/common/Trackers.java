package dev.wherry.lab.peers.common;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The trackers of the server, one for each session of a client, and its connections back to the clients. */
final class Trackers implements Correspondent {
    private final Adapter adapter;
    private final Map<Integer, Session> sessions = new ConcurrentHashMap<>();
    private final Map<String, Service> clients = new ConcurrentHashMap<>();

    /** A tracker, and the address at which the client is called back. */
    private static final class Session {
        final CallTracker tracker = new CallTracker();
        final String address;

        Session(String address) {
            this.address = address;
        }
    }

    Trackers(Adapter adapter) {
        this.adapter = adapter;
    }

    @Override
    public int message(String[] words) throws Exception {
        int session = Integer.parseInt(words[1]);
        switch (words[0]) {
            case Completions.LISTEN:
                sessions.put(session, new Session(words[2]));
                return 0;
            case Completions.EXPECT:
                Session known = sessions.get(session);
                if (known != null && known.tracker.expect(Long.parseLong(words[2]))) {
                    callBack(session);
                }
                return 0;
            case Completions.TELL:
                Session asked = sessions.get(session);
                return asked == null ? 0 : asked.tracker.received();
            default:
                throw new IllegalArgumentException("a server does not know the message " + words[0]);
        }
    }

    /** One for each client, as in the original: its callback server is looked up once. */
    private synchronized Service client(String address) throws Exception {
        Service known = clients.get(address);
        if (known == null) {
            known = adapter.client(address);
            clients.put(address, known);
        }
        return known;
    }

    @Override
    public void call(int session, int number) {
        Session known = sessions.get(session);
        if (known != null && known.tracker.mark(number)) {
            callBack(session);
        }
    }

    /** In a separate thread, because this one may be the only thread of the system. */
    private void callBack(int session) {
        Session complete = sessions.get(session);
        Thread thread = new Thread(() -> callBack(session, complete), "completion");
        thread.setDaemon(true);
        thread.start();
    }

    private void callBack(int session, Session complete) {
        try {
            Service client = client(complete.address);
            // It may be for one caller at a time.
            synchronized (client) {
                client.invoke(Payload.message(Completions.DONE + " " + session + " " + complete.tracker.figures()));
            }
            // Not before: a client that has not received it by then asks for it.
            if (complete.tracker.isClean()) {
                sessions.remove(session);
            }
        } catch (Exception failed) {
            // The client waits for it, and reports that it was not received.
            failed.printStackTrace();
        }
    }
}
