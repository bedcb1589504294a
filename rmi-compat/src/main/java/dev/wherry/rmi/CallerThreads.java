package dev.wherry.rmi;

import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.rmi.registry.Names;
import dev.wherry.spi.Identity;
import dev.wherry.spi.Interceptor.Next;
import dev.wherry.spi.Invocation;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls of each thread of a client on a thread of its own here, for servers that compare threads or keep state in
 * them. Java RMI promises no such thing, but does so in practice. Both ends have to be started with
 * {@code -Dwherry.rmi.threads=caller}: the client then sends the id of its thread along.
 */
final class CallerThreads {
    private static final String PROPERTY = "wherry.rmi.threads";
    private static final ContextKey<Long> THREAD = ContextKey.number("wherry.rmi.thread");
    /** Of one client; the one that was not used for the longest time makes way for another. */
    private static final int MOST = 256;

    private static final long IDLE_SECONDS = 60;
    private static final ThreadLocal<@Nullable Identity> CALLER = new ThreadLocal<>();

    private final Map<Peer, Map<Long, ExecutorService>> threads = new WeakHashMap<>();

    private CallerThreads() {}

    /** The same options, or with such threads if the command line asks for them. */
    static EndpointOptions in(EndpointOptions options) {
        String threads = System.getProperty(PROPERTY);
        if (threads == null) {
            return options;
        }
        if (!threads.equals("caller")) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + threads
                    + " is not known: it is 'caller', or absent so that any thread serves a call");
        }
        return options.interceptCalls((call, next) -> next.proceed(call.withOptions(
                        call.options().with(THREAD, Thread.currentThread().threadId()))))
                .interceptService(new CallerThreads()::serve);
    }

    /** The client whose call this thread serves. */
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

    /** Under the lock, so that no executor is shut down before it has accepted the task. */
    private synchronized void start(Runnable task, Peer peer, long thread) {
        threads.computeIfAbsent(peer, key -> new Executors())
                .computeIfAbsent(thread, id -> executor(peer, id))
                .execute(task);
    }

    private static ExecutorService executor(Peer peer, long thread) {
        String name = "wherry-rmi-caller-" + thread + " of " + peer.identity();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** By the ids of a client's threads. */
    private static final class Executors extends LinkedHashMap<Long, ExecutorService> {
        private static final long serialVersionUID = 1;
        private static final float LOAD = 0.75f;

        Executors() {
            super(16, LOAD, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ExecutorService> eldest) {
            if (size() <= MOST) {
                return false;
            }
            eldest.getValue().shutdown();
            return true;
        }
    }
}
