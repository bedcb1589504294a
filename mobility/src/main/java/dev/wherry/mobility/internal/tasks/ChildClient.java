package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A workspace in a child JVM. Parcels are passed on as they are, after the code that they need was admitted here. */
final class ChildClient extends WorkspaceClient {
    private final WorkspaceChild child;
    private final ChildRelay relay;
    private final long number;
    private final Opening opening;
    private volatile boolean opened;

    ChildClient(
            HostedWorkspace workspace,
            WorkspaceChild child,
            Connection client,
            Opening asked,
            Consumer<WorkspaceClient> over) {
        super(workspace, over);
        this.child = child;
        relay = new ChildRelay(child, client, workspace.code(), this::during);
        number = child.nextNumber();
        opening = asked.in(workspace.name(), workspace::release);
    }

    @Override
    Reply call(Parcel arguments) throws WorkspaceGone {
        relay.admit(arguments);
        workspace.begin(this);
        try {
            Reply reply = child.call(number, opened ? null : opening, relay.inward(arguments));
            opened = true;
            return reply.passed(relay::outward);
        } finally {
            workspace.end(this);
        }
    }

    /** Runs a call of an object of the child. */
    private Reply during(Supplier<Reply> call) throws WorkspaceGone {
        workspace.begin(this);
        try {
            return child.watched(call);
        } finally {
            workspace.end(this);
        }
    }

    /**
     * Asks the child for an answer, so that the task is watched until it has ended. The parcel of a task is the same for
     * {@code Worker.fire} and {@code Worker.call}.
     */
    @Override
    void send(Parcel arguments) throws WorkspaceGone {
        call(arguments).checkOneWay();
    }

    @Override
    void over() {
        super.over();
        relay.end();
        child.release(number);
    }
}
