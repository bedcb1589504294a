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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The child JVM of one workspace. The first task starts it. For any thread. */
final class WorkspaceChild {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

    private final String workspace;
    private final Function<String, WorkspaceGone> ended;
    private final ChildLimits limits;
    private final Children children;
    private final AtomicLong numbers = new AtomicLong();
    private final CountDownLatch gone = new CountDownLatch(1);
    private @Nullable CompletableFuture<Started> starting;
    private volatile @Nullable Started started;
    private boolean closed;

    /** A child that was started and is connected. */
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

    /** See {@link Children#next}. */
    WorkspaceChild(String workspace, Function<String, WorkspaceGone> ended, ChildLimits limits, Children children) {
        this.workspace = workspace;
        this.ended = ended;
        this.limits = limits;
        this.children = children;
    }

    /** Returns the number of a further client of the workspace. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    // ---- its tasks

    Reply call(long number, @Nullable Opening opening, Parcel arguments) throws WorkspaceGone {
        Started child = started();
        try (ChildTask _ = child.jvm.begin()) {
            Object reply = child.host.call(child.call, new @Nullable Object[] {number, opening, arguments}, options());
            return (Reply) Objects.requireNonNull(reply, "a reply");
        } catch (CallException e) {
            throw failed(child, e);
        } catch (RuntimeException | Error | WorkspaceGone e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Neither declared nor unchecked", e);
        }
    }

    /** Runs a call of an object of the child. The limits of the child apply to it as to a task. */
    Reply watched(Supplier<Reply> call) throws WorkspaceGone {
        Started child = started();
        try (ChildTask _ = child.jvm.begin()) {
            return call.get();
        } catch (CallException e) {
            throw failed(child, e);
        }
    }

    /** Called when a client has left. Does not wait. */
    void release(long number) {
        Started child = started;
        if (child != null) {
            var _ = Stubs.asyncRun(child.stub, host -> host.release(number, 0));
        }
    }

    /** If the caller sets no deadline, the child's limit of wall time ends the task before this timeout. */
    private CallOptions options() {
        InboundCall caller = InboundCall.current();
        return CallOptions.builder()
                .timeout(limits.wallTime().plus(LONGEST_ANSWER))
                .context(caller == null ? Map.of() : caller.context())
                .build();
    }

    /** Returns the exception for the caller of a call that has failed without an answer of the task. */
    private CallException failed(Started child, CallException why) throws WorkspaceGone {
        switch (why.code()) {
            case DEADLINE_EXCEEDED, CANCELLED -> child.givenUp.watch();
            case UNAVAILABLE, UNKNOWN_OUTCOME -> {
                if (child.peer.isOpen()) {
                    return why; // the task has called its client, which is not available
                }
                String end = child.jvm.lost();
                WorkspaceGone gone = ended.apply(end); // before the caller calls again
                if (why.code() == Code.UNAVAILABLE) {
                    throw gone; // the task has not run
                }
                return new CallException(Code.REFUSED, end, why).withOutcome(why.outcome());
            }
            default -> {}
        }
        return why;
    }

    /** Announces to the child the interfaces of an object of this side, whose stub it will get. */
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
                    "The task contains a reference to an object of this host, a "
                            + object.getClass().getName()
                            + ", that is not bound under a name. Only bound objects can be passed to a child JVM: bind it");
        }
        return types.stream().map(Class::getName).toList();
    }

    // ---- its life

    private Started started() {
        Started known = started;
        return known != null ? known : awaited(starting());
    }

    /** Starts the child on a new thread, so that a caller with a short deadline does not end the start for later callers. */
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
            Throwable why = Objects.requireNonNull(e.getCause(), "a cause");
            throw new CallException(Code.UNAVAILABLE, "No child JVM for " + workspace + ": " + why.getMessage(), why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Code.CANCELLED, "Interrupted while a child JVM was started", e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        }
    }

    private Started connected(ChildJvm jvm) {
        try {
            Started child = new Started(jvm, children.dial(jvm.address()));
            var _ = jvm.ended().thenApplyAsync(ended, Thread::startVirtualThread);
            return child;
        } catch (RuntimeException | Error e) {
            jvm.close();
            throw e;
        }
    }

    /** Ends the child, after a short time for tasks whose callers have given them up. Does not wait. */
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
                    child.jvm.close(); // even if it does not answer
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
