package dev.wherry.lab.peers.wherry;

import dev.wherry.Endpoint;
import dev.wherry.lab.peers.common.Timing;
import dev.wherry.lab.peers.wherry.Wherry.Handler;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The operations of the timing evaluation with Wherry. An object is exported by being bound at an endpoint of the
 * client: names belong to the endpoint that serves the object, and nobody else can give them.
 */
final class WherryTiming implements Timing {
    private static final String LOCAL = "local";
    private static final Local EXPORTED = () -> {};

    private final Wherry wherry;
    private final Handler handler;
    private final Endpoint client;
    private final AtomicInteger created = new AtomicInteger();
    private final Set<String> bound = new HashSet<>();
    private Endpoint own;
    private volatile Local local;

    /** The object that a client serves. */
    public interface Local {
        void call();
    }

    WherryTiming(Wherry wherry, Handler handler, Endpoint client) {
        this.wherry = wherry;
        this.handler = handler;
        this.client = client;
    }

    @Override
    public void remoteCall() {
        handler.remoteCall();
    }

    @Override
    public synchronized void export() throws Exception {
        if (local == null) {
            own().bind(LOCAL, Local.class, EXPORTED);
            local = client.lookup(wherry.uri(own().address().toString(), LOCAL), Local.class);
        }
    }

    @Override
    public void localCall() {
        local.call();
    }

    private synchronized Endpoint own() throws Exception {
        if (own == null) {
            own = wherry.listen();
        }
        return own;
    }

    @Override
    public AutoCloseable create() throws Exception {
        String name = "created-" + created.incrementAndGet();
        Endpoint at = own();
        at.bind(name, Local.class, () -> {});
        return () -> at.unbind(name);
    }

    @Override
    public synchronized void bind(String name) throws Exception {
        if (!bound.add(name)) {
            own().unbind(name);
        }
        own().bind(name, Local.class, EXPORTED);
    }

    @Override
    public int hashtable(Hashtable<String, String> items) {
        return handler.hashtable(items);
    }

    @Override
    public int string(String text) {
        return handler.string(text);
    }

    @Override
    public byte[] md5(int bytes) {
        return handler.md5(bytes);
    }
}
