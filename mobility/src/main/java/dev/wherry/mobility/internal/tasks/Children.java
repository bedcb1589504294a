package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.child.ChildJvm;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.text.OneLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The child JVMs of one endpoint. For any thread. */
public final class Children {
    private static final Logger LOG = System.getLogger("dev.wherry.child");
    private static final int MOST = 64;

    private final EndpointOptions options;
    private final Function<String, Connection> dial;
    private final Set<WorkspaceChild> all = ConcurrentHashMap.newKeySet();

    /** @param dial connects this endpoint to an address */
    public Children(EndpointOptions options, Function<String, Connection> dial) {
        this.options = options;
        this.dial = dial;
    }

    /**
     * Returns the child of a new workspace, which its first task starts; null if tasks run in this process.
     *
     * @param workspace its name in messages
     * @param ended called when the child has ended, with the reason; returns the exception for tasks that have not run
     */
    @Nullable
    synchronized WorkspaceChild next(String workspace, Function<String, WorkspaceGone> ended) {
        ChildLimits limits = MobilityPolicy.of(options).child();
        if (limits == null) {
            return null;
        }
        if (all.size() >= MOST) {
            throw new CallException(
                    Code.REFUSED,
                    "This host has " + MOST
                            + " workspaces, the most, each in a child JVM of its own: release some, or share"
                            + " one by its name");
        }
        WorkspaceChild child = new WorkspaceChild(workspace, ended, limits, this);
        all.add(child);
        return child;
    }

    Connection dial(String address) {
        return dial.apply(address);
    }

    ChildJvm start(String workspace, ChildLimits limits) throws IOException {
        Consumer<String> lines = line -> LOG.log(Level.INFO, OneLine.whole(workspace + ": " + line));
        return ChildJvm.start(limits, ChildHost.of(options), lines);
    }

    void gone(WorkspaceChild child) {
        all.remove(child);
    }

    /** Ends all children, and waits until their processes and folders are gone. */
    void close() {
        List<WorkspaceChild> left = List.copyOf(all);
        left.forEach(WorkspaceChild::close);
        left.forEach(WorkspaceChild::awaitEnd);
    }
}
