package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The workspaces at other hosts to which the tasks of one workspace send themselves or further tasks. They exist as long as that
 * workspace. For any thread.
 */
public final class OnwardWorkspaces {
    private final Supplier<WorkspaceGone> gone;
    private final Map<Place, TaskSender> senders = new HashMap<>();
    private boolean closed;

    /** @param hops of the tasks that are sent on, which differ if several senders share a workspace */
    private record Place(Connection host, int hops) {}

    /** @param gone returns the exception for tasks that are sent on after the workspace was closed */
    OnwardWorkspaces(Supplier<WorkspaceGone> gone) {
        this.gone = gone;
    }

    /**
     * Returns the sender to the workspace at another host.
     *
     * @param opens opens it; its argument returns a successor of a workspace that is gone
     */
    synchronized TaskSender at(Connection host, int hops, Function<Supplier<TaskSender>, TaskSender> opens) {
        if (closed) {
            throw gone.get().toCallException();
        }
        senders.entrySet()
                .removeIf(each ->
                        each.getValue().isGone() || !each.getKey().host().peer().isOpen());
        return senders.computeIfAbsent(new Place(host, hops), _ -> opens.apply(() -> at(host, hops, opens)));
    }

    /** Releases all of them. Does not wait. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        senders.values().forEach(TaskSender::closeLater);
    }
}
