package dev.wherry.internal.session;

import static dev.wherry.internal.session.Log.LOG;

import dev.wherry.Limits;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.foreign.ForeignObjects;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.protocol.GoAway;
import dev.wherry.internal.types.Learning;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The addresses that an endpoint listens at, and the links whose peer has not said Hello yet. */
public final class Doors implements Consumer<Link> {
    private final Engine engine;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Strangers coming;
    private final Strangers going;
    private final AtomicInteger connections = new AtomicInteger();

    Doors(Engine engine) {
        this.engine = engine;
        coming = new Strangers(engine.options().limits().handshakeTime());
        going = new Strangers(engine.options().limits().handshakeTime());
    }

    LocalObjects objects() {
        return engine;
    }

    /** Listens at one more address. */
    public synchronized URI open(String uri) {
        engine.checkOpen();
        URI address = Address.parse(uri).endpoint();
        Learning learning = Learning.active();
        if (learning != null) {
            learning.requireLocal(address);
        }
        try {
            Protocol foreign = engine.plugins().protocol(address.getScheme());
            Listener listener = foreign != null
                    ? foreign.listen(address, new ForeignObjects(engine))
                    : engine.transport(address).listen(address, this);
            listeners.add(listener);
            return listener.address();
        } catch (IOException e) {
            throw new RemoteException(Code.UNAVAILABLE, "Cannot listen at " + uri + ": " + e.getMessage(), e);
        }
    }

    public List<URI> addresses() {
        return listeners.stream().map(Listener::address).toList();
    }

    /** By a listener's thread. A link beyond a limit is dropped without a word, which costs least. */
    @Override
    public void accept(Link link) {
        Limits limits = engine.options().limits();
        String over = !engine.isOpen()
                ? "this endpoint is closing"
                : connections.get() >= limits.connections()
                        ? "more than " + limits.connections() + " connections (limit 'connections')"
                        : null;
        if (over != null) {
            Events.refused(link.peer(), new GoAway(GoAway.Reason.LIMIT, over));
            Session.close(link);
            return;
        }
        coming.makeRoom(limits.handshakes());
        connections.incrementAndGet();
        Link counted = new CountedLink(link, connections::decrementAndGet);
        coming.add(counted);
        engine.watcher().wake();
        try {
            new ServingThread(() -> greet(counted), "wherry-lane", engine.watcher()).start();
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "A connection of " + link.peer() + " was dropped: no thread can be had for it", e);
            coming.met(counted);
            Session.close(counted);
        }
    }

    private void greet(Link link) {
        try {
            Handshake.accept(engine, link, () -> coming.met(link));
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "A connection of " + link.peer() + " ends: it failed unexpectedly", e);
            Session.close(link);
        } finally {
            coming.met(link);
        }
    }

    /** A link of ours whose peer has not answered our Hello. */
    void expect(Link link) {
        going.add(link);
        engine.watcher().wake();
    }

    /** False if its time was up, or the end has come: it is closed, and to be used no more. */
    boolean met(Link link) {
        return going.met(link);
    }

    /** By the watcher: closes who has not said Hello in time. True while anybody has not. */
    boolean look() {
        boolean any = coming.look();
        return going.look() || any;
    }

    synchronized void close() {
        listeners.forEach(Listener::close);
        listeners.clear();
        coming.close();
        going.close();
    }
}
