package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.mobility.Parcel.Reply;
import dev.wherry.internal.mobility.TaskHost.Opening;
import dev.wherry.spi.In;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** In a child: parcels are passed on as they are, and the code that they need once it was let in here. */
final class ChildPlace implements Place {
    private final HostedWorkspace workspace;
    private final WorkspaceChild child;
    private final Connection client;
    private final long number;
    private final Opening opening;
    private final SentCode sent;
    private final CodeSource code;
    private volatile boolean opened;
    /** The child announces all for this place from one source. */
    private volatile @Nullable ChildsCode results;

    ChildPlace(HostedWorkspace workspace, WorkspaceChild child, Connection client, Set<String> shippedFirst) {
        this.workspace = workspace;
        this.child = child;
        this.client = client;
        sent = new SentCode(client, workspace.code());
        code = new VettedCode(workspace.code());
        number = child.nextPlace();
        opening = new Opening(workspace.name(), true, shippedFirst, workspace::release);
    }

    @Override
    public Reply call(Parcel arguments) {
        Parcel vetted = arguments.with(inward(arguments.code()));
        try {
            workspace.begin();
        } catch (WorkspaceFailure e) {
            throw e.told();
        }
        try {
            child.expect(vetted.all().home(), client);
            Reply reply = child.call(number, opened ? null : opening, vetted);
            opened = true;
            return new Reply(
                    reply.failed(), reply.parcel().with(outward(reply.parcel().code())));
        } finally {
            workspace.end();
        }
    }

    private @Nullable Announcement inward(@Nullable Announcement announced) {
        if (announced == null) {
            sent.checkAccepted();
            return null;
        }
        sent.arrived(announced);
        return new Announcement(announced.manifest(), null, code);
    }

    private @Nullable Announcement outward(@Nullable Announcement made) {
        if (made == null) {
            return null;
        }
        ChildsCode known = results;
        if (known == null) {
            results = known = new ChildsCode(made.source(), client);
        }
        return known.vouchFor(made);
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
        workspace.leave(sent::end);
    }

    @Override
    public boolean isGone() {
        return workspace.isClosed();
    }
}
