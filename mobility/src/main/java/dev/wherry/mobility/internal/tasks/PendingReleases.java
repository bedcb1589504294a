package dev.wherry.mobility.internal.tasks;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The places of a session that were released, of which some tasks may come later than that: each is left once all has come
 * that was sent there. What is not run, as when there is no room for it, never comes; so one where nothing happens any more
 * is left, too. For any thread.
 */
final class PendingReleases {
    /** As long as a call waits by default. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int MOST = 256;

    private final Function<Long, @Nullable WorkspaceClient> places;
    private final BiConsumer<Long, WorkspaceClient> leave;
    private final Executor later;

    /** How many tasks were sent to each. */
    private final Map<Long, Long> sent = new ConcurrentHashMap<>();

    private final AtomicBoolean looking = new AtomicBoolean();

    /**
     * @param places by their numbers
     * @param leave lets go of one
     * @param later runs what it is given after {@link #PATIENCE}
     */
    PendingReleases(
            Function<Long, @Nullable WorkspaceClient> places, BiConsumer<Long, WorkspaceClient> leave, Executor later) {
        this.places = places;
        this.leave = leave;
        this.later = later;
    }

    /** Its sender uses this place no more, to which he has sent so many tasks without waiting. */
    void released(long number, long count) {
        if (sent.size() >= MOST) {
            sent.keySet().removeIf(each -> places.apply(each) == null); // of which nothing may come any more
        }
        sent.put(number, count);
        WorkspaceClient place = places.apply(number); // not before: what comes meanwhile settles it
        if (place != null) {
            settle(number, place);
        } else if (count == 0) {
            sent.remove(number);
        }
        lookLater(Map.of());
    }

    private void lookLater(Map<Long, Long> before) {
        if (!sent.isEmpty() && !looking.getAndSet(true)) {
            later.execute(() -> look(before));
        }
    }

    /** One more has come there and ended. */
    void settle(long number, WorkspaceClient place) {
        Long all = sent.get(number);
        if (all != null && place.sent.sum() >= all && sent.remove(number, all)) {
            leave.accept(number, place);
        }
    }

    /** @param before how much had come to each when this was done last */
    private void look(Map<Long, Long> before) {
        Map<Long, Long> now = new HashMap<>();
        for (Long number : Set.copyOf(sent.keySet())) {
            WorkspaceClient place = places.apply(number);
            if (place == null) {
                sent.remove(number);
            } else if (Objects.equals(before.get(number), place.sent.sum()) && place.isIdle()) {
                sent.remove(number);
                leave.accept(number, place);
            } else {
                now.put(number, place.sent.sum());
            }
        }
        looking.set(false);
        lookLater(now);
    }
}
