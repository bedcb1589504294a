package dev.wherry.dds.rpc;

import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the requests of a service, so that a request that is received again is not run again. A window of the latest numbers is kept
 * for each client: requests before it count as run. A client is one only with the writer that sends its requests, so that others which
 * use its name do not change its window. Some of the latest replies are kept to be sent again: of a replicated service at least the newest
 * one, whatever its length. Requests to other services are hardly ever repeated, and long arrays that are kept cost time, so only short
 * replies are kept there. For any thread.
 */
final class ReplyCache {
    /** The numbers that are remembered of one client. */
    static final int WINDOW = 8_192;

    private static final int MOST_WRITERS = 1_024;

    /** A writer sends for one client; few forward requests of others. */
    private static final int MOST_CLIENTS = 4;

    private static final int MOST_REPLIES = 2_048;
    private static final int MOST_BYTES = 8 << 20;

    /** The longest reply that is kept of a service that is not replicated. */
    static final int SHORT = 4 << 10;

    private static final float LOAD = 0.75f;

    /** By writer. */
    private final Map<Long, Map<Client, Window>> clients = new Latest<>(MOST_WRITERS);

    private final LinkedHashMap<SampleIdentity, CdrWriter> replies = new LinkedHashMap<>();
    private final int longest;
    private int bytes;

    private record Client(long high, long low) {}

    /** @param isReplicated whether clients repeat requests */
    ReplyCache(boolean isReplicated) {
        longest = isReplicated ? Integer.MAX_VALUE : SHORT;
    }

    /** The numbers of one client: a bit for each of the latest. */
    private static final class Window {
        final long[] seen = new long[WINDOW / Long.SIZE];
        long highest;

        Window(long first) {
            highest = first;
        }

        /** Returns whether a number was added before, or is too old to know that. */
        boolean has(long number) {
            long ahead = number - highest; // a negative one of a larger number has overflown
            if (number > highest) {
                return false;
            }
            int at = (int) Math.floorMod(number, (long) WINDOW);
            return ahead > 0 || ahead <= -WINDOW || (seen[at / Long.SIZE] & (1L << at)) != 0;
        }

        /** Returns whether a number is new. */
        boolean add(long number) {
            long ahead = number - highest; // a negative one of a larger number has overflown
            if (number > highest) {
                for (long i = 0; i < (ahead < 0 ? WINDOW : Math.min(ahead, WINDOW)); i++) {
                    clear(number - i);
                }
                highest = number;
            } else if (has(number)) {
                return false;
            }
            int at = (int) Math.floorMod(number, (long) WINDOW);
            seen[at / Long.SIZE] |= 1L << at;
            return true;
        }

        private void clear(long number) {
            int at = (int) Math.floorMod(number, (long) WINDOW);
            seen[at / Long.SIZE] &= ~(1L << at);
        }
    }

    /** A map that forgets the entry that was not used for longest. */
    private static final class Latest<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        private final int most;

        Latest(int most) {
            super(1, LOAD, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    /**
     * Returns whether a request is new and shall be run. Only the first call for a request returns true.
     *
     * @param writer a number of that which has sent it
     */
    synchronized boolean begin(SampleIdentity request, long writer) {
        return clients.computeIfAbsent(writer, _ -> new Latest<>(MOST_CLIENTS))
                .computeIfAbsent(new Client(request.guidHigh(), request.guidLow()), _ -> new Window(request.sequence()))
                .add(request.sequence());
    }

    /** Returns whether a request was begun before, by any thread, or is too old to know that. The writer is as for {@link #begin}. */
    synchronized boolean isKnown(SampleIdentity request, long writer) {
        Map<Client, Window> ofWriter = clients.get(writer);
        Window window = ofWriter == null ? null : ofWriter.get(new Client(request.guidHigh(), request.guidLow()));
        return window != null && window.has(request.sequence());
    }

    /** Keeps a reply, as long as there are not too many newer ones. It is not written to any more. */
    synchronized void end(SampleIdentity request, CdrWriter reply) {
        if (reply.size() > longest) {
            return;
        }
        CdrWriter before = replies.putLast(request, reply);
        bytes += reply.array().length - (before == null ? 0 : before.array().length);
        Iterator<CdrWriter> oldest = replies.values().iterator();
        while (replies.size() > MOST_REPLIES || (bytes > MOST_BYTES && replies.size() > 1)) {
            bytes -= oldest.next().array().length;
            oldest.remove();
        }
    }

    /** Returns the reply of a request; null if it is not ready, or no longer kept. */
    synchronized @Nullable CdrWriter reply(SampleIdentity request) {
        return replies.get(request);
    }
}
