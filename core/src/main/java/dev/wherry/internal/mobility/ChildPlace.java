package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.mobility.Parcel.Reply;
import dev.wherry.internal.mobility.TaskHost.Opening;
import dev.wherry.spi.In;

/** In a child: parcels are passed on as they are, and the code that they need once it was let in here. */
final class ChildPlace implements Place {
    private final HostedWorkspace workspace;
    private final WorkspaceChild child;
    private final Passage passage;
    private final long number;
    private final Opening opening;
    private volatile boolean opened;

    ChildPlace(HostedWorkspace workspace, WorkspaceChild child, Connection client, Opening asked) {
        this.workspace = workspace;
        this.child = child;
        passage = new Passage(child, client, workspace.code());
        number = child.nextPlace();
        opening = asked.in(workspace.name(), workspace::release);
    }

    @Override
    public Reply call(Parcel arguments) {
        try {
            workspace.begin();
        } catch (WorkspaceFailure e) {
            throw e.told();
        }
        try {
            Reply reply = child.call(number, opened ? null : opening, passage.inward(arguments));
            opened = true;
            return reply.passed(passage::outward);
        } finally {
            workspace.end();
        }
    }

    /** The child is asked for an answer, so that its task is watched until it has ended. */
    @Override
    public void send(Parcel arguments) {
        Reply reply = call(arguments);
        if (reply.failed()) {
            throw new RemoteException(
                    Code.INTERNAL,
                    "A task in a child JVM threw "
                            + Failures.shown(new In(reply.parcel().body())));
        }
    }

    @Override
    public void leave() {
        workspace.leave(passage::end);
    }

    @Override
    public boolean isGone() {
        return workspace.isClosed();
    }
}
