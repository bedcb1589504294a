package dev.wherry.internal.objects;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.PeerRights;
import dev.wherry.PeerRights.Right;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Identities;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.HeldObject;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.text.OneLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The objects that an endpoint serves by name. Their ids are even; 0 is the registry. For any thread. */
public final class Bindings implements Registry, Inspection {
    /** The endpoint, of which the registry's tools ask these figures. */
    public interface Figures {
        EndpointCounts statistics();

        List<HeldObject> heldObjects();

        /** Returns what the traced call of this number cost at this side. */
        Served served(long number);
    }

    private record Bound(String name, Exported exported) {
        RemoteInterface type() {
            return exported.interfaces().getFirst();
        }
    }

    private static final int REMEMBERED = 1_000;
    private static final String REMOTE = "java.rmi.Remote";
    private static final String REGISTRY = "the registry";
    private static final String TASKS = "the host of tasks";

    private final Identities identities;
    private final RecordedCalls recorded;
    private final EndpointOptions options;
    private final Figures endpoint;
    private final Map<String, Bound> byName = new TreeMap<>();
    private final ConcurrentMap<Long, Bound> byId = new ConcurrentHashMap<>();
    /**
     * The ids of the names that were unbound last. A name that is bound again keeps its id, so that the calls of older stubs reach
     * the new object, also those that nobody answers.
     */
    private final Map<String, Long> unbound = new LinkedHashMap<>();

    private long last;

    public Bindings(Identities identities, ObjectZero objectZero, EndpointOptions options, Figures endpoint) {
        this.identities = identities;
        recorded = new RecordedCalls(options);
        this.options = options;
        this.endpoint = endpoint;
        byId.put(OBJECT, new Bound(REGISTRY, objectZero.serve(this)));
    }

    /** @param as the interfaces that it is served as; tools show the first one */
    public synchronized void bind(String name, List<RemoteInterface> as, Object object) {
        check(name);
        if (byName.containsKey(name)) {
            throw new IllegalArgumentException("'" + name
                    + "' is bound already: unbind it first, or replace what it is bound to by rebind. Bound: "
                    + names());
        }
        Long before = unbound.get(name);
        put(name, before != null ? before : nextId(), as, object);
        unbound.remove(name);
    }

    private long nextId() {
        return last += last + 2 == SessionExtension.OBJECT ? 4 : 2;
    }

    /** Binds a name whether or not it is bound. Each call, also by an older stub, reaches either the old or the new object. */
    public synchronized void rebind(String name, List<RemoteInterface> as, Object object) {
        Bound before = byName.get(name);
        if (before == null) {
            bind(name, as, object);
            return;
        }
        put(name, before.exported().id(), as, object);
        before.exported().end();
        identities.release(before.exported().target());
    }

    /** Returns the calls of these objects that are recorded. */
    public RecordedCalls recorded() {
        return recorded;
    }

    private void put(String name, long id, List<RemoteInterface> as, Object object) {
        as.forEach(recorded::check);
        Exported exported = new Exported(id, object, identities.acquire(object, null), 0)
                .runWith(Thread.currentThread().getContextClassLoader());
        as.forEach(exported::serve);
        Bound bound = new Bound(name, exported);
        byName.put(name, bound);
        byId.put(id, bound);
    }

    private static void check(String name) {
        if (name.equals(REGISTRY) || name.equals(TASKS) || name.matches("object \\d+")) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be bound: authorizers and logs call an object without a name so");
        }
        if (name.isEmpty() || name.length() > 1_000) {
            throw new IllegalArgumentException("A name has 1 to 1000 characters; this has " + name.length());
        }
        if (!OneLine.whole(name).equals(name)) {
            throw new IllegalArgumentException("A name is part of log lines, and must not have characters such as '"
                    + OneLine.of(name) + "' has instead of each '?'");
        }
    }

    public synchronized void unbind(String name) {
        Bound bound = byName.remove(name);
        if (bound == null) {
            throw nothing(name);
        }
        byId.remove(bound.exported().id());
        bound.exported().end();
        unbound.put(name, bound.exported().id());
        if (unbound.size() > REMEMBERED) {
            unbound.remove(unbound.keySet().iterator().next());
        }
        identities.release(bound.exported().target());
    }

    /** Returns the names that an object is bound under. */
    @SuppressWarnings("ReferenceEquality") // it is about this very object
    public synchronized List<String> names(Object object) {
        return byName.values().stream()
                .filter(bound -> bound.exported().target() == object)
                .map(Bound::name)
                .toList();
    }

    public synchronized List<String> names() {
        return List.copyOf(byName.keySet());
    }

    @Nullable
    public Exported find(long id) {
        Bound bound = byId.get(id);
        return bound == null ? null : bound.exported();
    }

    /** Returns all interfaces that an object is bound as; empty if it is not bound. */
    @SuppressWarnings("ReferenceEquality") // it is about this very object
    public List<RemoteInterface> interfaces(Object object) {
        return identities.knows(object)
                ? byId.values().stream()
                        .filter(bound -> bound.exported().target() == object)
                        .flatMap(bound -> bound.exported().interfaces().stream())
                        .distinct()
                        .toList()
                : List.of();
    }

    /** Returns the name of any object here, for messages. */
    public String nameOf(long id) {
        Bound bound = byId.get(id);
        return bound != null ? bound.name() : id == SessionExtension.OBJECT ? TASKS : "object " + id;
    }

    public synchronized Exported find(String name) {
        Bound bound = byName.get(name);
        if (bound == null) {
            throw nothing(name);
        }
        return bound.exported();
    }

    /** Returns the failure of a call of an object that is no longer bound. */
    public synchronized CallException gone(long id) {
        String name = unbound.entrySet().stream()
                .filter(each -> each.getValue() == id)
                .findFirst()
                .map(each -> "'" + each.getKey() + "'")
                .orElse("Object " + id);
        return new CallException(Code.NOT_FOUND, name + " is no longer bound; look it up again");
    }

    private CallException nothing(String name) {
        InboundCall call = InboundCall.current();
        // Authorizers may refuse listings, and are not asked by a look-up that fails.
        boolean listed = call == null
                || (options.authorizers().isEmpty() && PeerRights.in(options).has(Right.LISTING, call.link()));
        return new CallException(
                Code.NOT_FOUND,
                "Nothing is bound to '" + OneLine.of(name) + "'"
                        + (listed ? "; bound names: " + byName.keySet() : ", or not under this name"));
    }

    // ---- as peers see it

    @Override
    public Located locate(String name, String type) {
        Exported exported = find(name);
        List<String> served =
                exported.interfaces().stream().map(RemoteInterface::toString).toList();
        if (!served.contains(type)
                && !(type.equals(REMOTE) && exported.interfaces().getFirst().rmi())) {
            throw new CallException(
                    Code.INVALID_CALL,
                    "'" + name + "' is served as " + String.join(", ", served) + ", not as " + OneLine.of(type)
                            + ". Look it up as an interface that it was bound as");
        }
        String ledger = recorded.id();
        InboundCall call = InboundCall.current();
        if (ledger != null && call != null) {
            call.answerContext(LEDGER, ledger);
        }
        return new Located(
                exported.id(),
                exported.identity().high(),
                exported.identity().low(),
                served.equals(List.of(type)) ? null : served);
    }

    @Override
    public synchronized List<BoundObject> bound() {
        return byName.values().stream()
                .map(each -> new BoundObject(each.name(), each.type().type().getName()))
                .toList();
    }

    @Override
    public InterfaceDescription describe(String name) {
        return find(name).interfaces().getFirst().describe();
    }

    @Override
    public EndpointCounts statistics() {
        return endpoint.statistics();
    }

    @Override
    public List<HeldObject> heldObjects() {
        return endpoint.heldObjects();
    }

    @Override
    public Served trace(long number) {
        return endpoint.served(number);
    }
}
