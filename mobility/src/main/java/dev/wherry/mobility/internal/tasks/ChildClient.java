package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** In a child: parcels are passed on as they are, and the code that they need once it was let in here. */
final class ChildClient extends WorkspaceClient {
    private final WorkspaceChild child;
    private final ChildRelay passage;
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
        passage = new ChildRelay(child, client, workspace.code(), this::during);
        number = child.nextPlace();
        opening = asked.in(workspace.name(), workspace::release);
    }

    @Override
    Reply call(Parcel arguments) throws WorkspaceGone {
        passage.admit(arguments);
        workspace.begin(this);
        try {
            Reply reply = child.call(number, opened ? null : opening, passage.inward(arguments));
            opened = true;
            return reply.passed(passage::outward);
        } finally {
            workspace.end(this);
        }
    }

    /** Runs a call of an object that is there. */
    private Reply during(Supplier<Reply> call) throws WorkspaceGone {
        workspace.begin(this);
        try {
            return child.watched(call);
        } finally {
            workspace.end(this);
        }
    }

    /**
     * The child is asked for an answer, so that its task is watched until it has ended: the bytes of a task are the same for
     * {@code Worker.fire} and {@code Worker.call}.
     */
    @Override
    void send(Parcel arguments) throws WorkspaceGone {
        call(arguments).checkUnheard();
    }

    @Override
    void over() {
        super.over();
        passage.end();
        child.release(number);
    }
}
