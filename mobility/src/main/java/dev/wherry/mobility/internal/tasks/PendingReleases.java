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
 * The workspaces of a session that were released by their sender while one-way tasks may still be on their way. A client leaves its
 * workspace when all these tasks have ended. A task that was refused is never counted, so a client whose count no longer changes
 * leaves as well. For any thread.
 */
final class PendingReleases {
    /** The default timeout of a call. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int MOST = 256;

    private final Function<Long, @Nullable WorkspaceClient> clients;
    private final BiConsumer<Long, WorkspaceClient> leave;
    private final Executor later;

    /** How many one-way tasks were sent to each workspace, by its number. */
    private final Map<Long, Long> sent = new ConcurrentHashMap<>();

    private final AtomicBoolean checking = new AtomicBoolean();

    /**
     * @param clients returns a client by its number; null if it has left
     * @param leave called for a client that is to leave its workspace
     * @param later runs a task after {@link #PATIENCE}
     */
    PendingReleases(
            Function<Long, @Nullable WorkspaceClient> clients,
            BiConsumer<Long, WorkspaceClient> leave,
            Executor later) {
        this.clients = clients;
        this.leave = leave;
        this.later = later;
    }

    /** Called when the sender has released a workspace, after it has sent so many one-way tasks there. */
    void released(long number, long count) {
        if (sent.size() >= MOST) {
            sent.keySet().removeIf(each -> clients.apply(each) == null); // tasks for it may never arrive
        }
        sent.put(number, count);
        WorkspaceClient client = clients.apply(number); // after the count is known to a task that ends now
        if (client != null) {
            settle(number, client);
        } else if (count == 0) {
            sent.remove(number);
        }
        checkLater(Map.of());
    }

    private void checkLater(Map<Long, Long> before) {
        if (!sent.isEmpty() && !checking.getAndSet(true)) {
            later.execute(() -> check(before));
        }
    }

    /** Called when one more one-way task has ended. */
    void settle(long number, WorkspaceClient client) {
        Long all = sent.get(number);
        if (all != null && client.sent.sum() >= all && sent.remove(number, all)) {
            leave.accept(number, client);
        }
    }

    /** @param before the counts of tasks at the last check */
    private void check(Map<Long, Long> before) {
        Map<Long, Long> now = new HashMap<>();
        for (Long number : Set.copyOf(sent.keySet())) {
            WorkspaceClient client = clients.apply(number);
            if (client == null) {
                sent.remove(number);
            } else if (Objects.equals(before.get(number), client.sent.sum()) && client.isIdle()) {
                sent.remove(number);
                leave.accept(number, client);
            } else {
                now.put(number, client.sent.sum());
            }
        }
        checking.set(false);
        checkLater(now);
    }
}
