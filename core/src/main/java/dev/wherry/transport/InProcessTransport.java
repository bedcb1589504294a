package dev.wherry.transport;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * {@code inprocess://name}: links within this JVM, each way a ring of bytes. They only block ({@link Link#multiplex()}
 * gives null). The query {@code ?copy} says that values are copied. It is not a part of the name, and the only query.
 */
public final class InProcessTransport implements Transport {
    public static final String SCHEME = "inprocess";

    private static final ConcurrentNavigableMap<String, Consumer<Link>> LISTENING = new ConcurrentSkipListMap<>();

    @Override
    public String scheme() {
        return SCHEME;
    }

    /** Returns the address without the query: a session always copies values. */
    @Override
    public URI canonical(URI address) {
        return address(address);
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        Consumer<Link> accepted = listening(to);
        Pipe there = new Pipe();
        Pipe back = new Pipe();
        accepted.accept(new End(there, back));
        return new End(back, there);
    }

    /**
     * Returns the receiver of links to this address, for callers that need no link.
     *
     * @throws ConnectException if nobody does
     */
    public static Consumer<Link> listening(URI at) throws IOException {
        Consumer<Link> found = LISTENING.get(name(at));
        if (found == null) {
            throw new ConnectException("no endpoint of this JVM listens there; there are " + LISTENING.keySet());
        }
        return found;
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        if (LISTENING.putIfAbsent(name(at), accepted) != null) {
            throw new BindException("an endpoint of this JVM listens there already");
        }
        return Listener.of(address(at), () -> LISTENING.remove(name(at), accepted));
    }

    /** Whether values are to be copied. */
    public static boolean isByCopy(URI uri) {
        return "copy".equals(uri.getRawQuery());
    }

    /** Without a query. */
    public static URI address(URI uri) {
        return URI.create(SCHEME + "://" + name(uri));
    }

    private static String name(URI uri) {
        if (uri.getRawAuthority() == null) {
            throw new IllegalArgumentException("No name in '" + uri + "': expected inprocess://name");
        }
        if (uri.getRawQuery() != null && !isByCopy(uri)) {
            throw new IllegalArgumentException(
                    "'?" + uri.getRawQuery() + "' in '" + uri + "': inprocess has no option but ?copy");
        }
        return uri.getRawAuthority();
    }

    private static final class End implements Link {
        private final Pipe in;
        private final Pipe out;
        private boolean outlastsInterrupts;

        End(Pipe in, Pipe out) {
            this.in = in;
            this.out = out;
        }

        /** Waits until some bytes are moved. If interrupted, it moves none. */
        private interface Move {
            int run() throws IOException, InterruptedException;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return await(() -> in.read(to, offset, length));
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                int start = done;
                done += await(() -> out.write(from, offset + start, length - start));
            }
            return length;
        }

        private int await(Move move) throws IOException {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return move.run();
                    } catch (InterruptedException e) {
                        if (!outlastsInterrupts) {
                            throw interrupted();
                        }
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public boolean outlastInterrupts(boolean whether) {
            outlastsInterrupts = whether;
            return true;
        }

        @Override
        public Identity peer() {
            return Identity.THIS_JVM;
        }

        /** As a channel does: who was interrupted may be in the middle of a frame. */
        private IOException interrupted() {
            close();
            Thread.currentThread().interrupt();
            return new ClosedByInterruptException();
        }

        @Override
        public boolean virtualThreadsMayWait() {
            return true;
        }

        @Override
        public void close() {
            in.end(false);
            out.end(true);
        }
    }
}
