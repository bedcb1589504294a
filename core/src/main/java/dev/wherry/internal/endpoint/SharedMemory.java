package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider;
import dev.wherry.internal.extension.RingProvider.OfferedRings;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lanes over memory that two processes of one host share, if a {@link RingProvider} is installed. A lane starts on a socket like
 * any other. Its Hello offers the memory, and the lane continues there if the peer accepts it. Otherwise the lane stays on the
 * socket, and one line of the log says why.
 */
public final class SharedMemory {
    /** The name in addresses and statistics. */
    public static final String NAME = "shm";

    /** Once for the JVM, since all its endpoints lack the same. */
    private static final AtomicBoolean LOGGED = new AtomicBoolean();

    private static final AtomicBoolean LOGGED_UNSEEN = new AtomicBoolean();

    private final boolean wanted;

    /** Searched for when the first lane could use it, since a search takes a new JVM longer than a call. */
    private static final class Installed {
        static final @Nullable RingProvider RINGS = ServiceLoader.load(
                        RingProvider.class, RingProvider.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    SharedMemory(boolean wanted) {
        this.wanted = wanted && !"false".equals(System.getProperty("wherry.sharedMemory"));
    }

    /** Creates memory for a lane of this link; null if its peer is on another host, or there is no memory. */
    @Nullable
    OfferedRings make(Link link) {
        RingProvider rings = wanted && isHere(link) ? available() : null;
        try {
            return rings == null ? null : rings.make();
        } catch (IOException e) {
            log(LOGGED, e.getMessage());
            return null;
        }
    }

    /** Opens the memory that the peer of a link offers; null if that fails. */
    @Nullable
    Rings open(MemoryOffer offer, Link link) {
        RingProvider rings = wanted ? available() : null;
        if (rings == null) {
            return null;
        }
        try {
            if (!isHere(link)) {
                throw new IOException(link.peer()
                        + " offers memory, but is on another host or this side has not allowed it with TLS");
            }
            return rings.open(offer);
        } catch (NoSuchFileException e) { // says nothing of other peers
            log(LOGGED_UNSEEN, "of " + link.peer() + ", " + e.getReason());
            return null;
        } catch (IOException e) {
            log(LOGGED, e.getMessage());
            return null;
        }
    }

    /** Returns what makes and opens memory; null if there is nothing or it cannot, which is logged. */
    private static @Nullable RingProvider available() {
        RingProvider installed = Installed.RINGS;
        String why = installed == null ? null : installed.unavailable();
        if (why != null) {
            log(LOGGED, why);
            return null;
        }
        return installed;
    }

    private static void log(AtomicBoolean logged, @Nullable String why) {
        LOG.log(logged.getAndSet(true) ? Level.DEBUG : Level.INFO, "Lanes use sockets, not shared memory: {0}", why);
    }

    /** The rings that carry a link; null if a socket does. */
    public static @Nullable RingLink under(Link link) {
        Link carrier = link instanceof AcceptedLink accepted ? accepted.link() : link;
        return carrier instanceof RingLink rings ? rings : null;
    }

    private static boolean isHere(Link link) {
        String ip = link.peer().attributes().get(Identity.IP);
        return link.mayShareMemory() && (ip == null ? link.peer().kind().equals(Identity.UNIX) : isHere(ip));
    }

    private static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
