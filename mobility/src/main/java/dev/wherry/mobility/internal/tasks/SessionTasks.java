package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.ExtendedPeer;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.spi.Codec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tasks of one session, in both directions. Created when the session first needs it, since most sessions carry no tasks. */
public final class SessionTasks implements SessionExtension.Part, Connection {
    private final ExtendedEndpoint endpoint;
    private final Workspaces workspaces;
    private final ExtendedSession session;
    private final AtomicLong lastNumber = new AtomicLong();
    private final HostedTasks hosted;
    private @Nullable Exported served;
    private volatile @Nullable TaskSender own;

    SessionTasks(ExtendedEndpoint endpoint, Workspaces workspaces, ExtendedSession session) {
        this.endpoint = endpoint;
        this.workspaces = workspaces;
        this.session = session;
        hosted = new HostedTasks(this, workspaces, (Endpoint) endpoint.endpoint());
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
        workspaces.gate().checkMayShip(identity());
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

    /** Returns the sender to the private workspace at the peer. A task gets one that belongs to the task's workspace. */
    public TaskSender own() {
        CurrentTask running = CurrentTask.current();
        if (running != null) {
            int hops = running.hops() + 1;
            return running.onward().at(this, hops, next -> open(WorkspaceOptions.own(), hops, next));
        }
        TaskSender known = own;
        return known != null && !known.isGone() ? known : openOwn();
    }

    private synchronized TaskSender openOwn() {
        TaskSender known = own;
        if (known == null || known.isGone()) {
            own = known = open(WorkspaceOptions.own(), 0, this::openOwn);
        }
        return known;
    }

    /** Returns the sender to a new workspace at the peer. It has no successor when it is gone. */
    public TaskSender workspace(WorkspaceOptions options) {
        CurrentTask running = CurrentTask.current();
        return open(options, running == null ? 0 : running.hops() + 1, null);
    }

    private TaskSender open(WorkspaceOptions options, int hops, @Nullable Supplier<TaskSender> next) {
        return TaskSender.open(this, workspaces.gate(), lastNumber.incrementAndGet(), options, hops, next);
    }

    @Override
    public void end() {
        hosted.end();
    }

    // ---- of the endpoint

    @Override
    public EndpointOptions options() {
        return endpoint.options();
    }

    @Override
    public TypeClosure registered() {
        return workspaces.registered();
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
