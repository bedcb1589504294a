package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Peer;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.child.AbandonedTasks;
import dev.wherry.mobility.internal.child.ChildJvm;
import dev.wherry.mobility.internal.child.ChildTask;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.Route;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The child JVM of one workspace, which starts with its first task. For any thread. */
final class WorkspaceChild {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

    private final HostedWorkspace workspace;
    private final ChildLimits limits;
    private final Children children;
    private final AtomicLong places = new AtomicLong();
    private final CountDownLatch gone = new CountDownLatch(1);
    private @Nullable CompletableFuture<Started> starting;
    private volatile @Nullable Started started;
    private boolean closed;

    /** Connected. */
    private static final class Started {
        final ChildJvm jvm;
        final Peer peer;
        final CallTarget host;
        final RemoteMethod call;
        final TaskHost stub;
        final ChildTaskHost own;
        final Set<String> expected = ConcurrentHashMap.newKeySet();
        final AbandonedTasks givenUp;

        Started(ChildJvm jvm, Connection connection) {
            this.jvm = jvm;
            peer = connection.peer();
            host = connection.object(SessionExtension.OBJECT);
            RemoteInterface type = connection.own(TaskHost.class);
            call = Route.method(type, "call");
            stub = Stubs.create(host, type, List.of(), CallOptions.ofTimeout(LONGEST_ANSWER));
            own = Stubs.create(
                    host, connection.own(ChildTaskHost.class), List.of(), CallOptions.ofTimeout(LONGEST_ANSWER));
            givenUp = new AbandonedTasks(jvm, own::givenUp);
        }
    }

    WorkspaceChild(HostedWorkspace workspace, ChildLimits limits, Children children) {
        this.workspace = workspace;
        this.limits = limits;
        this.children = children;
    }

    /** A number for one more user of the workspace. */
    long nextPlace() {
        return places.incrementAndGet();
    }

    // ---- its tasks

    Reply call(long place, @Nullable Opening opening, Parcel arguments) throws WorkspaceGone {
        Started child = started();
        try (ChildTask _ = child.jvm.begin()) {
            Object reply = child.host.call(child.call, new @Nullable Object[] {place, opening, arguments}, options());
            return (Reply) Objects.requireNonNull(reply, "a reply");
        } catch (CallException e) {
            throw failed(child, e);
        } catch (RuntimeException | Error | WorkspaceGone e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Neither declared nor unchecked", e);
        }
    }

    /** A call of an object that is there, which the child's limits are for as for those of tasks. */
    Reply watched(Supplier<Reply> call) throws WorkspaceGone {
        Started child = started();
        try (ChildTask _ = child.jvm.begin()) {
            return call.get();
        } catch (CallException e) {
            throw failed(child, e);
        }
    }

    /** A user has left; all others stay. Waits for nothing. */
    void release(long place) {
        Started child = started;
        if (child != null) {
            var _ = Stubs.asyncRun(child.stub, host -> host.release(place, 0));
        }
    }

    /** Where the caller sets no deadline, the child's rule on wall time ends the task before this does. */
    private CallOptions options() {
        InboundCall caller = InboundCall.current();
        return CallOptions.builder()
                .timeout(limits.wallTime().plus(LONGEST_ANSWER))
                .context(caller == null ? Map.of() : caller.context())
                .build();
    }

    /** What the caller is told of a call that has come to no outcome of its own. */
    private CallException failed(Started child, CallException why) throws WorkspaceGone {
        switch (why.code()) {
            case DEADLINE_EXCEEDED, CANCELLED -> child.givenUp.look();
            case UNAVAILABLE, UNKNOWN_OUTCOME -> {
                if (child.peer.isOpen()) {
                    return why; // of its client's, whose objects or classes the task has asked for
                }
                String end = child.jvm.lost();
                workspace.lost(end); // before the caller calls again
                if (why.code() == Code.UNAVAILABLE) {
                    throw workspace.gone(); // it has not run
                }
                return new CallException(Code.REFUSED, end, why).withOutcome(why.outcome());
            }
            default -> {}
        }
        return why;
    }

    /** Tells the child of the interfaces of one of this side's objects, whose stub it will get. */
    void expect(Object object, Connection client) {
        List<String> names = names(object, client);
        Started child = started();
        if (!child.expected.containsAll(names)) {
            child.own.expect(names);
            child.expected.addAll(names);
        }
    }

    private static List<String> names(Object object, Connection client) {
        List<Class<?>> types = client.passedOnAs(object);
        if (types.isEmpty()) {
            throw new CallException(
                    Code.REFUSED,
                    "The task has taken along a reference to an object of this host, a "
                            + object.getClass().getName()
                            + ", that is not bound under a name: only those that are reach a child JVM");
        }
        return types.stream().map(Class::getName).toList();
    }

    // ---- its life

    private Started started() {
        Started known = started;
        return known != null ? known : awaited(starting());
    }

    /** On a thread of its own: whose deadline is shorter than a start does not end it for all who come after. */
    private synchronized CompletableFuture<Started> starting() {
        if (closed) {
            throw new CallException(Code.UNAVAILABLE, workspace + " is closed here");
        }
        CompletableFuture<Started> known = starting;
        if (known == null || known.isCompletedExceptionally()) {
            CompletableFuture<Started> begun = new CompletableFuture<>();
            starting = known = begun;
            Thread.ofVirtual().name("wherry-start of " + workspace).start(() -> start(begun));
        }
        return known;
    }

    private void start(CompletableFuture<Started> begun) {
        try {
            Started child = connected(children.start(workspace, limits));
            started = child;
            begun.complete(child);
        } catch (IOException | RuntimeException | Error e) {
            begun.completeExceptionally(e);
        }
    }

    private Started awaited(CompletableFuture<Started> begun) {
        try {
            return begun.get();
        } catch (ExecutionException e) {
            Throwable why = Objects.requireNonNull(e.getCause(), "what it is about");
            throw new CallException(Code.UNAVAILABLE, "No child JVM for " + workspace + ": " + why.getMessage(), why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Code.CANCELLED, "Its caller has not waited until a child JVM was started", e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        }
    }

    private Started connected(ChildJvm jvm) {
        try {
            Started child = new Started(jvm, children.dial(jvm.address()));
            var _ = jvm.ended().thenAcceptAsync(workspace::lost, Thread::startVirtualThread);
            return child;
        } catch (RuntimeException | Error e) {
            jvm.close();
            throw e;
        }
    }

    /** Tasks whose callers have given them up have a moment to end by themselves. Waits for nothing. */
    void close() {
        Thread.ofVirtual().name("wherry-end of " + workspace).start(this::end);
    }

    private void end() {
        CompletableFuture<Started> begun;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            begun = starting;
        }
        try {
            Started child =
                    begun == null ? null : begun.exceptionally(_ -> null).join();
            if (child != null) {
                try {
                    child.givenUp.await();
                } finally {
                    child.jvm.close(); // whatever it answers
                }
            }
        } finally {
            children.gone(this);
            gone.countDown();
        }
    }

    void awaitEnd() {
        try {
            gone.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
