package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The workspaces of one endpoint. For any thread. */
public final class Workspaces {
    private static final int MOST_SHARED = 1_024;

    private final CodeGate gate;
    private final Children children;
    private final EndpointOptions options;
    private volatile @Nullable TypeClosure registered;
    private final Map<String, HostedWorkspace> shared = new HashMap<>();
    private final Runnable whenOneCloses;
    private final AtomicLong unnamed = new AtomicLong();

    /** @param whenOneCloses runs for each workspace that closes, on any thread */
    public Workspaces(CodeGate gate, Children children, EndpointOptions options, Runnable whenOneCloses) {
        this.gate = gate;
        this.children = children;
        this.options = options;
        this.whenOneCloses = whenOneCloses;
    }

    /** Returns the types that every task of the endpoint may carry. */
    public TypeClosure registered() {
        TypeClosure known = registered;
        if (known == null) {
            registered = known = TypeClosure.registered(TaskHost.Worker.class, options);
        }
        return known;
    }

    /** Returns whether tasks run in child JVMs. */
    public boolean areInChildren() {
        return MobilityPolicy.of(options).child() != null;
    }

    /** Returns the gate that admits code. */
    public CodeGate gate() {
        return gate;
    }

    /** Joins an existing shared workspace by its name, or a new workspace. */
    WorkspaceClient join(Opening opening, Function<HostedWorkspace, WorkspaceClient> create) {
        String name = opening.name();
        if (name == null) {
            return first(create("private " + unnamed.incrementAndGet(), opening, () -> {}), create);
        }
        synchronized (shared) {
            HostedWorkspace there = shared.get(name);
            if (there != null) {
                WorkspaceClient client = create.apply(there);
                if (there.join(client)) {
                    return client;
                }
            }
            if (shared.size() >= MOST_SHARED) {
                throw new CallException(
                        Code.REFUSED,
                        "This host has " + MOST_SHARED
                                + " shared workspaces, the most. To release one that is kept, run a task in"
                                + " it that calls TaskContext.release()");
            }
            HostedWorkspace made = create(name, opening, () -> closed(name));
            shared.put(name, made);
            return first(made, create);
        }
    }

    private static WorkspaceClient first(HostedWorkspace made, Function<HostedWorkspace, WorkspaceClient> create) {
        WorkspaceClient client = create.apply(made);
        made.join(client);
        return client;
    }

    private HostedWorkspace create(String name, Opening opening, Runnable whenClosed) {
        WorkspaceCode code =
                new WorkspaceCode(name, opening.shippedFirst(), gate, gate.hostOfTasks(), CurrentTask::sender);
        return new HostedWorkspace(name, opening.kept(), code, children, () -> {
            whenClosed.run();
            whenOneCloses.run();
        });
    }

    /** Removes a workspace by its name, unless a new one has this name. */
    private void closed(String name) {
        synchronized (shared) {
            HostedWorkspace there = shared.get(name);
            if (there != null && there.isClosed()) {
                shared.remove(name);
            }
        }
    }

    /** Returns how many shared workspaces are open. */
    int shared() {
        synchronized (shared) {
            return shared.size();
        }
    }

    /** Called when the endpoint closes. Waits until all child JVMs have ended. */
    public void close() {
        HostedWorkspace[] all;
        synchronized (shared) {
            all = shared.values().toArray(HostedWorkspace[]::new);
        }
        for (HostedWorkspace each : all) {
            each.release();
        }
        children.close();
    }
}
