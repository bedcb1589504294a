package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Identity;
import dev.wherry.internal.endpoint.Ending;
import dev.wherry.internal.endpoint.EndpointHandle;
import dev.wherry.internal.extension.ExtendedPeer;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.loop.Driver;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.InterfaceDescription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session as its user sees it: the other end. */
public final class SessionPeer implements ExtendedPeer {
    private final Session session;
    private final ConcurrentMap<Long, CompletableFuture<@Nullable Void>> pings = new ConcurrentHashMap<>();
    private final AtomicLong nextPing = new AtomicLong();
    private volatile @Nullable Stages traced;

    SessionPeer(Session session) {
        this.session = session;
    }

    private RemoteReference objectZero() {
        return new RemoteReference(session, Registry.OBJECT, Id128.NONE, 0, null, null);
    }

    private Inspection inspection() {
        return session.engine().objectZero().inspectionAt(objectZero());
    }

    @Override
    public <T> T lookup(String name, Class<T> type) {
        RemoteInterface parsed = session.engine().interfaces().of(type);
        Registry.Located located =
                session.engine().objectZero().registryAt(objectZero()).locate(name, type.getName());
        Id128 identity = new Id128(located.high(), located.low());
        RemoteReference reference = new RemoteReference(
                session, located.object(), identity, 0, null, EndpointHandle.known(session.engine()));
        session.engine().connections().named(session, located.object(), name);
        return Stubs.create(reference, parsed, further(parsed, located.interfaces()), CallOptions.none());
    }

    /** What else a stub is, as in RMI, if the interface that was asked for extends Remote. */
    private List<RemoteInterface> further(RemoteInterface asked, @Nullable List<String> served) {
        if (served == null || !asked.rmi()) {
            return List.of();
        }
        RemoteInterfaces interfaces = session.engine().interfaces();
        return served.stream()
                .limit(References.MOST_INTERFACES)
                .filter(name -> name != null && !name.equals(asked.toString()))
                .map(name -> interfaces.find(name, asked.types()))
                .filter(found -> found != null && found.rmi())
                .toList();
    }

    @Override
    public List<BoundObject> bound() {
        return inspection().bound();
    }

    @Override
    public InterfaceDescription describe(String name) {
        return inspection().describe(name);
    }

    @Override
    public EndpointStatistics statistics() {
        return inspection().statistics();
    }

    @Override
    public <T> CallTrace explain(T stub, Consumer<? super T> call) {
        long number = ThreadLocalRandom.current().nextLong();
        traced = null;
        call.accept(Stubs.with(
                stub, CallOptions.builder().context(Stages.KEY, number).build()));
        Stages made = traced;
        if (made == null || made.number() != number) {
            throw new IllegalArgumentException("It is explained where the time of one call to " + session.name()
                    + " goes, whose caller waits for its outcome; no such call was made on the stub that was given");
        }
        return made.trace(inspection().trace(number));
    }

    /** A call of ours was made that asked where its time went. */
    void traced(Stages stages) {
        traced = stages;
    }

    @Override
    public SessionExtension.Part extension() {
        return session.extension().part();
    }

    @Override
    public Duration ping() {
        return ping(session.engine().options().timeout());
    }

    /** Whether it answers a ping in time. */
    public boolean answers(Duration limit) {
        try {
            ping(limit);
            return true;
        } catch (CallException e) {
            if (e.code() == Code.CANCELLED) {
                throw e;
            }
            return false;
        }
    }

    private Duration ping(Duration limit) {
        Driver.leaveLoop();
        session.state().checkOpen();
        long id = nextPing.incrementAndGet();
        CompletableFuture<@Nullable Void> pong = new CompletableFuture<>();
        pings.put(id, pong);
        long start = System.nanoTime();
        session.main().send(Frame.PING, 0, id);
        if (session.state().hasEnded()) {
            ended();
        }
        try {
            pong.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
            return Duration.ofNanos(System.nanoTime() - start);
        } catch (TimeoutException e) {
            throw new CallException(
                    Code.DEADLINE_EXCEEDED, session.name() + " did not answer a ping within " + limit, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw session.state().cancelled(CallException.Outcome.UNKNOWN);
        } catch (ExecutionException e) {
            throw new CallException(
                    Code.UNAVAILABLE, "The connection to " + session.name() + " has ended; look it up again", e);
        } finally {
            pings.remove(id);
        }
    }

    /** By main's reader. An answer to a ping that nobody waits for is dropped. */
    void pong(long id) {
        CompletableFuture<@Nullable Void> waiting = pings.get(id);
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    void ended() {
        pings.values()
                .forEach(each -> each.completeExceptionally(session.state().lost()));
    }

    @Override
    public Identity identity() {
        return session.identity();
    }

    @Override
    public boolean isOpen() {
        return session.state().isOpen();
    }

    @Override
    public void close() {
        if (!session.engine().extension().isGuest()) {
            Ending.of(session, session.engine().options().drain());
        }
    }

    @Override
    public String toString() {
        return "peer " + session.name();
    }
}
