package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.parcels.LocalObject;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The tasks of one endpoint: those of its peers that run here, and those that it sends. For any thread. */
public final class EndpointTasks implements SessionExtension {
    private final ExtendedEndpoint endpoint;
    private final TaskThreads threads;
    private final Workspaces workspaces;

    /** Creates the extension of an endpoint. Found by {@link java.util.ServiceLoader}. */
    public static final class Provider implements SessionExtension.Provider {
        @Override
        public SessionExtension extend(ExtendedEndpoint endpoint) {
            return new EndpointTasks(endpoint);
        }
    }

    private EndpointTasks(ExtendedEndpoint endpoint) {
        this.endpoint = endpoint;
        threads = new TaskThreads(endpoint);
        workspaces = new Workspaces(
                new CodeGate(MobilityPolicy.of(endpoint.options()), endpoint.contextLoader()),
                new Children(endpoint.options(), address -> (SessionTasks) endpoint.connect(address)),
                endpoint.options(),
                threads::workspaceClosed);
    }

    @Override
    public Part extend(ExtendedSession session) {
        return new SessionTasks(endpoint, workspaces, session);
    }

    /** Returns null if tasks run in child JVMs, since the threads here only wait for these. */
    @Override
    public @Nullable Executor threads(@Nullable Object target) {
        boolean ofTask = target == null || (target instanceof LocalObject referent && referent.isOfTask());
        return ofTask && !workspaces.areInChildren() ? threads : null;
    }

    @Override
    public int generation() {
        return threads.generation();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an endpoint is equal to itself only
    public boolean isGuest() {
        CurrentTask current = CurrentTask.current();
        return current != null && current.endpoint() == endpoint.endpoint();
    }

    @Override
    public long classesReceived() {
        return workspaces.gate().fetched();
    }

    @Override
    public void close() {
        workspaces.close();
        threads.close();
    }
}
