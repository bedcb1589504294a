package dev.wherry.testkit.hostile;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Many clients that harm by being slow. Half of them are silent, as those of half-open connections are. Each of the others sends one byte
 * of a call a second. Of the silent ones one in two has not even said which protocol it uses.
 */
public final class SlowClients implements AutoCloseable {
    /** A frame that takes minutes at one byte a second. */
    private static final byte[] SLOW = RawPeer.call(1, 2, 3, arguments -> arguments.write(new byte[500], 0, 500));

    private final List<RawPeer> silent = new ArrayList<>();
    private final List<RawPeer> slow = new ArrayList<>();
    private final Thread sender =
            Thread.ofPlatform().daemon().name("slow-clients").unstarted(this::send);
    private volatile boolean closed;

    /**
     * Connects them.
     *
     * @param server the address, {@code tcp://HOST:PORT}
     * @param each how many clients of each kind
     */
    public SlowClients(URI server, int each) throws IOException {
        for (int i = 0; i < each; i++) {
            silent.add(i % 2 == 0 ? new RawPeer(server) : RawPeer.handshake(server));
            slow.add(RawPeer.handshake(server));
        }
        sender.start();
    }

    /** Sends for one client after another, as clients send that know nothing of each other. Each is next after a second. */
    private void send() {
        long pause = TimeUnit.SECONDS.toNanos(1) / slow.size();
        for (int next = 0; !closed; next++) {
            try {
                slow.get(next % slow.size()).send(new byte[] {SLOW[next / slow.size() % SLOW.length]});
            } catch (IOException e) {
                // The server has given it up.
            }
            LockSupport.parkNanos(pause);
        }
    }

    /** Closes their connections. */
    @Override
    public void close() throws IOException {
        closed = true;
        for (RawPeer each : silent) {
            each.close();
        }
        for (RawPeer each : slow) {
            each.close();
        }
    }
}
