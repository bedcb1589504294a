package dev.wherry.internal.session;

import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.internal.bundles.CodeGate;
import dev.wherry.internal.bundles.Connection;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.parcels.LocalReferent;
import dev.wherry.internal.tasks.HostedTasks;
import dev.wherry.internal.tasks.Running;
import dev.wherry.internal.tasks.ShippedWorkspace;
import dev.wherry.internal.tasks.TaskHost;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Identity;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The code that travels in one session, in both directions. Most sessions never ship any, so all is made when it is needed. */
final class SessionCode implements Connection {
    private final Session session;
    private final Id128 other;
    private final AtomicLong lastNumber = new AtomicLong();
    private @Nullable HostedTasks hosted;
    private @Nullable Exported served;
    private volatile @Nullable ShippedWorkspace own;
    private boolean ended;

    SessionCode(Session session, Id128 other) {
        this.session = session;
        this.other = other;
    }

    /** What the peer calls to have its tasks run here, if it may: a peer that may not has nothing decoded that it sends. */
    Exported served() {
        gate().checkMayShip(identity());
        return host();
    }

    private synchronized Exported host() {
        Exported known = served;
        if (known == null) {
            hosted = new HostedTasks(
                    this, session.engine().workspaces(), session.engine().endpoint());
            known = new Exported(TaskHost.OBJECT, hosted, Id128.NONE, 0);
            hosted.types().stream().map(this::own).forEach(known::serve);
            served = known;
            if (ended) {
                hosted.end();
            }
        }
        return known;
    }

    /** Where tasks go that are sent to the peer itself; those that a task sends have one of its workspace's own. */
    ShippedWorkspace own() {
        Running running = Running.current();
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

    ShippedWorkspace workspace(WorkspaceOptions options) {
        return ShippedWorkspace.open(this, lastNumber.incrementAndGet(), options);
    }

    /** Whether a task has given this object away. */
    static boolean isOfTask(Object served) {
        return served instanceof LocalReferent referent && referent.isOfTask();
    }

    void end() {
        HostedTasks tasks;
        synchronized (this) {
            ended = true;
            tasks = hosted;
        }
        if (tasks != null) {
            tasks.end();
        }
    }

    // ---- what it tells of the session

    @Override
    public EndpointOptions options() {
        return session.engine().options();
    }

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
        return session.engine().id();
    }

    @Override
    public Id128 other() {
        return other;
    }

    @Override
    public Id128 session() {
        return session.token();
    }

    @Override
    public CodeGate gate() {
        return session.engine().workspaces().gate();
    }

    @Override
    public CallTarget object(long id) {
        return new RemoteReference(session, id, Id128.NONE, 0, null, null);
    }

    @Override
    public RemoteInterface own(Class<?> type) {
        return session.engine().interfaces().of(type);
    }

    @Override
    public TypeClosure registered() {
        return session.engine().workspaces().registered();
    }

    @Override
    public List<Class<?>> passedOnAs(Object object) {
        return Stubs.targetOf(object) != null
                ? List.of(object.getClass().getInterfaces())
                : session.engine().bound().interfaces(object).stream()
                        .<Class<?>>map(RemoteInterface::type)
                        .toList();
    }

    @Override
    public List<Codec> codecs() {
        return session.engine().plugins().codecs(List.of("compact"));
    }
}
