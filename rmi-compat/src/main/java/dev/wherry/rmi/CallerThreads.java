package dev.wherry.rmi;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Interceptor.Next;
import dev.wherry.Invocation;
import dev.wherry.Peer;
import dev.wherry.rmi.registry.Names;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls of each thread of a client on a separate thread of this JVM, for servers that compare threads or use
 * thread-local state. Java RMI does so in practice, but does not promise it. Both sides must be started with {@code
 * -Dwherry.rmi.threads=caller}: the client then sends the id of its thread with each call.
 */
final class CallerThreads {
    private static final String PROPERTY = "wherry.rmi.threads";
    private static final ContextKey<Long> THREAD = ContextKey.number("wherry.rmi.thread");
    /** The most threads per client. If all exist, the thread that has been idle longest is replaced. */
    static final int MOST = 256;

    /** The prefix of the threads' names. */
    static final String NAME = "wherry-rmi-caller-";

    private static final long IDLE_SECONDS = 60;
    private static final float LOAD = 0.75f;
    private static final ThreadLocal<@Nullable Identity> CALLER = new ThreadLocal<>();

    /** The threads by client. Entries of clients that have disconnected are removed from time to time. */
    private final Map<Peer, Map<Long, CallerThread>> threads = new HashMap<>();

    private CallerThreads() {}

    /** Returns the options, extended by such threads if the command line requests them. */
    static EndpointOptions in(EndpointOptions options) {
        String threads = System.getProperty(PROPERTY);
        if (threads == null) {
            return options;
        }
        if (!threads.equals("caller")) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + threads
                    + " is not known: it is 'caller', or absent so that any thread serves a call");
        }
        return options.toBuilder()
                .addClientInterceptor((call, next) -> next.proceed(call.withOptions(call.options().toBuilder()
                        .context(THREAD, Thread.currentThread().threadId())
                        .build())))
                .addServerInterceptor(new CallerThreads()::serve)
                .build();
    }

    /** Returns the client whose call the current thread serves. */
    static Optional<Identity> caller() {
        Identity known = CALLER.get();
        return known != null ? Optional.of(known) : Calls.caller().map(Peer::identity);
    }

    private @Nullable Object serve(Invocation call, Next next) throws Throwable {
        Long thread = Calls.context(THREAD).orElse(null);
        Peer peer = Calls.caller().orElse(null);
        if (thread == null || peer == null || call.method().getDeclaringClass() == Names.class) {
            return next.proceed(call);
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        FutureTask<@Nullable Object> task = new FutureTask<>(() -> {
            Thread.currentThread().setContextClassLoader(context);
            CALLER.set(peer.identity());
            try {
                return next.proceed(call);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new UndeclaredThrowableException(e);
            } finally {
                CALLER.remove();
            }
        });
        start(task, peer, thread);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            task.cancel(true);
            throw e;
        }
    }

    /** Holds the lock so that no executor is shut down before it has accepted the task. */
    private synchronized void start(Runnable task, Peer peer, long thread) {
        if (threads.isEmpty()) {
            endLater();
        }
        Map<Long, CallerThread> ofPeer = threads.computeIfAbsent(peer, key -> new LinkedHashMap<>(16, LOAD, true));
        CallerThread caller = ofPeer.get(thread);
        if (caller == null) {
            makeWay(ofPeer);
            caller = new CallerThread(NAME + thread + " of " + peer.identity());
            ofPeer.put(thread, caller);
        }
        caller.execute(task);
    }

    private static void makeWay(Map<Long, CallerThread> ofPeer) {
        if (ofPeer.size() < MOST) {
            return;
        }
        Iterator<CallerThread> longestUnusedFirst = ofPeer.values().iterator();
        while (longestUnusedFirst.hasNext()) {
            CallerThread each = longestUnusedFirst.next();
            if (each.isIdle()) {
                longestUnusedFirst.remove();
                each.end();
                return;
            }
        }
        throw new CallException(
                Code.REFUSED,
                "The call was not run: " + MOST
                        + " threads of this client have calls running here, each on a thread of its own."
                        + " Call from fewer threads at a time, or start both ends without -D" + PROPERTY + "=caller");
    }

    /** Ends the threads of each client that has disconnected. Calls that still run there are completed. */
    private synchronized void endThoseOfClosed() {
        threads.entrySet().removeIf(each -> {
            boolean ended = !each.getKey().isOpen();
            if (ended) {
                each.getValue().values().forEach(CallerThread::end);
            }
            return ended;
        });
        if (!threads.isEmpty()) {
            endLater();
        }
    }

    private void endLater() {
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(this::endThoseOfClosed);
    }

    /** A thread that serves the calls of one thread of a client in order. */
    private static final class CallerThread {
        private final ThreadPoolExecutor executor;
        /** The number of calls that run or wait. */
        private final AtomicInteger calls = new AtomicInteger();

        CallerThread(String name) {
            executor = new ThreadPoolExecutor(
                    1,
                    1,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
            executor.allowCoreThreadTimeOut(true);
        }

        void execute(Runnable task) {
            calls.incrementAndGet();
            executor.execute(() -> {
                try {
                    task.run();
                } finally {
                    calls.decrementAndGet();
                }
            });
        }

        boolean isIdle() {
            return calls.get() == 0;
        }

        void end() {
            executor.shutdown();
        }
    }
}
