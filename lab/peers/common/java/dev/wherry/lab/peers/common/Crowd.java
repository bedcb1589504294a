package dev.wherry.lab.peers.common;

import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * The concurrent callers: platform threads, virtual threads, or clients, which are threads with a separate client each.
 */
final class Crowd {
    private static final String THREADS = "threads";
    private static final String VIRTUAL_THREADS = "virtualThreads";
    private static final String CLIENTS_IN_PROCESS = "clientsInProcess";
    /** How many processes call, of which this is one. */
    private static final String CLIENTS = "clients";

    final int size;
    final boolean clients;
    private final boolean virtual;

    private Crowd(int size, boolean virtual, boolean clients) {
        this.size = size;
        this.virtual = virtual;
        this.clients = clients;
    }

    /** Returns the callers that the parameters state; one thread if they state none. */
    static Crowd of(Map<String, Long> params) {
        long size = params.getOrDefault(
                VIRTUAL_THREADS, params.getOrDefault(CLIENTS_IN_PROCESS, params.getOrDefault(THREADS, 1L)));
        if (size < 1) {
            throw new IllegalArgumentException("at least one caller is needed; there are " + params);
        }
        return new Crowd(
                Math.toIntExact(size),
                params.containsKey(VIRTUAL_THREADS),
                params.containsKey(CLIENTS_IN_PROCESS) || params.containsKey(CLIENTS));
    }

    /** Returns another number of callers of the same kind. */
    Crowd of(int other) {
        return new Crowd(other, virtual, clients);
    }

    /** Makes threads of this kind, none of which keeps the process alive. */
    ThreadFactory threads() throws ReflectiveOperationException {
        if (!virtual) {
            return task -> {
                Thread thread = new Thread(task, "caller");
                thread.setDaemon(true);
                return thread;
            };
        }
        // By name, so that the same source compiles on an older JDK. There it fails with a message.
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
