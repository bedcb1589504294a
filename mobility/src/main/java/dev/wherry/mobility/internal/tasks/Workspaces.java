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

    /** What may travel in every task of the endpoint. */
    public TypeClosure registered() {
        TypeClosure known = registered;
        if (known == null) {
            registered = known = TypeClosure.registered(TaskHost.Worker.class, options);
        }
        return known;
    }

    /** Whether tasks run in other processes, and here is only waited for them. */
    public boolean areInChildren() {
        return MobilityPolicy.of(options).child() != null;
    }

    public CodeGate gate() {
        return gate;
    }

    /** A place in a new one or, by its name, in the one that is there. */
    WorkspaceClient join(Opening opening, Function<HostedWorkspace, WorkspaceClient> taken) {
        String name = opening.name();
        if (name == null) {
            return first(create("private " + unnamed.incrementAndGet(), opening, () -> {}), taken);
        }
        synchronized (shared) {
            HostedWorkspace there = shared.get(name);
            if (there != null) {
                WorkspaceClient place = taken.apply(there);
                if (there.join(place)) {
                    return place;
                }
            }
            if (shared.size() >= MOST_SHARED) {
                throw new CallException(
                        Code.REFUSED,
                        "This host has " + MOST_SHARED
                                + " shared workspaces, the most: let a task in one that was kept call"
                                + " Here.release()");
            }
            HostedWorkspace made = create(name, opening, () -> closed(name));
            shared.put(name, made);
            return first(made, taken);
        }
    }

    private static WorkspaceClient first(HostedWorkspace made, Function<HostedWorkspace, WorkspaceClient> taken) {
        WorkspaceClient place = taken.apply(made);
        made.join(place);
        return place;
    }

    private HostedWorkspace create(String name, Opening opening, Runnable whenClosed) {
        WorkspaceCode code =
                new WorkspaceCode(name, opening.shippedFirst(), gate, gate.hostOfTasks(), CurrentTask::sender);
        return new HostedWorkspace(name, opening.kept(), code, children, () -> {
            whenClosed.run();
            whenOneCloses.run();
        });
    }

    /** Another one may have its name by now. */
    private void closed(String name) {
        synchronized (shared) {
            HostedWorkspace there = shared.get(name);
            if (there != null && there.isClosed()) {
                shared.remove(name);
            }
        }
    }

    /** How many are open that have names. */
    int shared() {
        synchronized (shared) {
            return shared.size();
        }
    }

    /** The endpoint closes. Waits for its children's end. */
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
