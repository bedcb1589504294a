package dev.wherry.internal.session;

import dev.wherry.Peer;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Notice;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners for the end of one session. Each is called once. For any thread. */
final class EndListeners {
    /** A program that has more adds one for each call and removes none. */
    static final int MOST = 10_000;

    private final String peer;
    private final LinkedHashSet<Registered> waiting = new LinkedHashSet<>();
    private @Nullable PeerEnd ended;

    /** @param peer in messages */
    EndListeners(String peer) {
        this.peer = peer;
    }

    /** A class without lambdas, so that a process without memory or descriptors has it when a session ends. */
    private final class Registered extends Notice implements Peer.Registration {
        private final Consumer<? super PeerEnd> listener;

        Registered(Consumer<? super PeerEnd> listener) {
            super("A listener for the end of peer " + peer);
            this.listener = listener;
        }

        @Override
        protected void call() {
            listener.accept(ended());
        }

        @Override
        public void close() {
            remove(this);
        }
    }

    /** Adds a listener. It is called at once if the session has ended. */
    synchronized Peer.Registration add(Consumer<? super PeerEnd> listener) {
        Registered added = new Registered(Objects.requireNonNull(listener, "listener"));
        if (ended != null) {
            added.start();
        } else if (waiting.size() < MOST) {
            waiting.add(added);
        } else {
            throw new IllegalStateException(
                    "Peer " + peer + " has " + MOST
                            + " listeners for its end already. Close what onEnd returned once a listener is not needed any more");
        }
        return added;
    }

    private synchronized void remove(Registered listener) {
        waiting.remove(listener);
    }

    private synchronized PeerEnd ended() {
        return Objects.requireNonNull(ended);
    }

    /** Calls all listeners. If there is no memory for a thread, this can be repeated, and calls only those that are left. */
    synchronized void end(PeerEnd end) {
        ended = end;
        while (!waiting.isEmpty()) {
            waiting.getFirst().start();
            waiting.removeFirst();
        }
    }
}
