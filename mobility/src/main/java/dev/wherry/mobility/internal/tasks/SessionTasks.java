package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.extension.ExtendedPeer;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.spi.Codec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The tasks of one session, in both directions. Created when the session first needs it, since most sessions carry no tasks. */
public final class SessionTasks implements SessionExtension.Part, Connection {
    private final EndpointTasks tasks;
    private final ExtendedSession session;
    private final AtomicLong lastNumber = new AtomicLong();
    private final HostedTasks hosted;
    private @Nullable Exported served;
    private volatile @Nullable ShippedWorkspace own;

    SessionTasks(EndpointTasks tasks, ExtendedSession session) {
        this.tasks = tasks;
        this.session = session;
        hosted = new HostedTasks(
                this, tasks.workspaces(), (Endpoint) tasks.endpoint().endpoint());
    }

    /**
     * Returns the tasks of a peer's session.
     *
     * @throws IllegalArgumentException if it is not the peer of an endpoint in this JVM
     */
    public static SessionTasks of(Peer peer) {
        if (peer instanceof ExtendedPeer extended && extended.extension() instanceof SessionTasks tasks) {
            return tasks;
        }
        throw new IllegalArgumentException("Tasks are sent to a peer that an endpoint has connected to, not to a "
                + peer.getClass().getName());
    }

    /** Returns the object that runs tasks of the peer. */
    @Override
    public Exported served() {
        gate().checkMayShip(identity());
        return host();
    }

    private synchronized Exported host() {
        Exported known = served;
        if (known == null) {
            known = new Exported(SessionExtension.OBJECT, hosted, Id128.NONE, 0);
            hosted.types().stream().map(this::own).forEach(known::serve);
            served = known;
        }
        return known;
    }

    /** Returns the private workspace at the peer. A task gets one that belongs to the task's workspace. */
    public ShippedWorkspace own() {
        CurrentTask running = CurrentTask.current();
        if (running != null) {
            return running.workspace().onward(this, running.hops() + 1, lastNumber::incrementAndGet);
        }
        ShippedWorkspace known = own;
        return known != null && !known.isGone() ? known : openOwn();
    }

    private synchronized ShippedWorkspace openOwn() {
        ShippedWorkspace known = own;
        if (known == null || known.isGone()) {
            own = known = ShippedWorkspace.own(this, lastNumber.incrementAndGet(), 0, this::openOwn);
        }
        return known;
    }

    /** Returns a new workspace at the peer. */
    public ShippedWorkspace workspace(WorkspaceOptions options) {
        return ShippedWorkspace.open(this, lastNumber.incrementAndGet(), options);
    }

    @Override
    public void end() {
        hosted.end();
    }

    // ---- of the endpoint

    @Override
    public EndpointOptions options() {
        return tasks.endpoint().options();
    }

    @Override
    public CodeGate gate() {
        return tasks.workspaces().gate();
    }

    @Override
    public TypeClosure registered() {
        return tasks.workspaces().registered();
    }

    // ---- of the session

    @Override
    public Peer peer() {
        return session.peer();
    }

    @Override
    public Identity identity() {
        return session.identity();
    }

    @Override
    public Id128 self() {
        return session.self();
    }

    @Override
    public Id128 other() {
        return session.other();
    }

    @Override
    public Id128 session() {
        return session.session();
    }

    @Override
    public CallTarget object(long id) {
        return session.object(id);
    }

    @Override
    public RemoteInterface own(Class<?> type) {
        return session.own(type);
    }

    @Override
    public List<Class<?>> passedOnAs(Object object) {
        return session.passedOnAs(object);
    }

    @Override
    public List<Codec> codecs() {
        return session.codecs();
    }
}
