package dev.wherry.internal.endpoint;

import dev.wherry.Identity;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.Link;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a session without a peer, which loads the classes that the end of a session needs. If such a class were first needed
 * while the process has no descriptor or memory left, the JVM would never load it, and no session could end any more.
 */
final class EndRehearsal {
    /** Its peer has closed it. */
    private static final class ClosedLink implements Link {
        @Override
        public int read(byte[] to, int offset, int length) {
            return -1;
        }

        @Override
        public int write(byte[] from, int offset, int length) {
            return length;
        }

        @Override
        public Identity peer() {
            return Identity.of("none", "nobody (a session is ended to load what that needs)");
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    private static final AtomicBoolean DONE = new AtomicBoolean();

    private EndRehearsal() {}

    /** Once in a JVM. */
    static void run(Sessions sessions, List<String> codecs) {
        if (DONE.getAndSet(true)) {
            return;
        }
        Hello nobody = new Hello(0, Id128.NONE, Id128.NONE, codecs, 1 << 10, 1, 0, "nobody");
        Session session = sessions.create(Id128.NONE, nobody, codecs.getFirst(), new ClosedLink(), null);
        session.main().reader().read(new ReadBuffer(1));
    }
}
