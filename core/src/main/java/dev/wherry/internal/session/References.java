package dev.wherry.internal.session;

import dev.wherry.CallOptions;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.local.LocalTarget;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.objects.StubClasses;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How objects cross one session by reference. A reference says where the object is, seen from its writer: {@code EXPORT},
 * with the writer (id, identity, relays, interfaces), or {@code HOME}, with the reader (id).
 */
public final class References {
    private static final int EXPORT = 1;
    private static final int HOME = 2;
    private static final int MOST_RELAYS = 8;
    static final int MOST_INTERFACES = 64;
    private static final int LONGEST_NAME = 1 << 14;
    /** The cost of a search for an interface, which reads the class path. */
    private static final int LOOK_UP = 4_000;
    /** The meaning of a definition of an interface that this side does not have. */
    private static final String ABSENT = "absent";

    private final SessionState state;
    private final EndpointObjects objects;
    private final ExportTable exports;
    private final InboundDefinitions definitions;
    private final CalledObjects called;
    private final Remotes remotes;
    private final ImportTable<Held> imports = new ImportTable<>();
    private final StubClasses stubClasses;

    References(
            SessionState state,
            EndpointObjects objects,
            ExportTable exports,
            InboundDefinitions definitions,
            CalledObjects called,
            Remotes remotes) {
        this.state = state;
        this.objects = objects;
        this.exports = exports;
        this.definitions = definitions;
        this.called = called;
        this.remotes = remotes;
        stubClasses = new StubClasses(objects.stubClasses());
    }

    /** A reference to an object of a peer, of this or of another session. */
    interface Held extends CallTarget {
        boolean isOf(References session);

        long object();

        @Override
        Id128 identity();

        int relays();
    }

    /** Creates references to the objects of the session's peer, and notifies the peer of their release. */
    interface Remotes {
        Held reference(long object, Id128 identity, int relays, ImportTable.@Nullable Arrivals arrivals);

        void release(long object, int count);
    }

    /** Returns how many references this side holds. */
    public int imports() {
        return imports.size();
    }

    /** Whether the peer may have, or look up, a reference to a value, so that it can be sent as one if its type is open. */
    boolean has(Object value) {
        return Stubs.targetOf(value) != null
                || exports.find(value) != null
                || !objects.bindings().interfaces(value).isEmpty()
                || !objects.exports().interfaces(value).isEmpty();
    }

    // ---- writing

    void write(Object object, List<Class<?>> as, OutboundMessage to) {
        Out out = to.out();
        CallTarget target = Stubs.targetOf(object);
        if (target instanceof Held held && held.isOf(this)) {
            out.writeByte(HOME);
            out.writeLongSize(held.object());
            return;
        }
        Exported exported = export(object, target);
        to.counts(exported);
        interfaces(object, target, as).forEach(exported::serve);
        List<RemoteInterface> served = exported.interfaces();
        if (served.isEmpty()) {
            throw CodecException.refused(
                    object.getClass().getName(),
                    "It would be sent by reference, but none of its interfaces can be called: the log says why.");
        }
        if (target == null && served.getFirst().rmi()) {
            objects.keepAlive().begin();
        }
        out.writeByte(EXPORT);
        out.writeLongSize(exported.id());
        exported.identity().write(out);
        out.writeByte(exported.relays());
        int count = Math.min(served.size(), MOST_INTERFACES);
        out.writeSize(count);
        for (RemoteInterface each : served.subList(0, count)) {
            out.writeSize(to.define(each.definition()));
        }
    }

    private Exported export(Object object, @Nullable CallTarget target) {
        return switch (target) {
            case null ->
                exports.add(object, null, 0).runWith(Thread.currentThread().getContextClassLoader());
            case Held relayed -> {
                if (relayed.relays() + 1 > MOST_RELAYS) {
                    throw CodecException.limit(
                            "a reference passed on through more than " + MOST_RELAYS + " endpoints", "relays");
                }
                yield exports.add(relayed, relayed.identity(), relayed.relays() + 1);
            }
            case LocalTarget local -> exports.add(local, local.identity(), 1);
            default ->
                throw CodecException.impossible(
                        "A stub of " + target.describe() + " cannot be passed on over " + state.peer());
        };
    }

    /**
     * Returns the interfaces that the object is served as from now on: the declared one and, if that one extends Remote, all of
     * its class that do, as in RMI. If the declared type is open: all by-reference interfaces of its class, and those that it
     * is served as already.
     */
    private Collection<RemoteInterface> interfaces(Object object, @Nullable CallTarget target, List<Class<?>> as) {
        RemoteInterfaces interfaces = objects.interfaces();
        Set<RemoteInterface> all = new LinkedHashSet<>();
        for (Class<?> declared : as) {
            all.add(interfaces.of(declared));
        }
        if (target != null) {
            boolean rmi = all.stream().allMatch(RemoteInterface::rmi);
            Stubs.interfaces(object).stream()
                    .filter(each -> rmi && (each.rmi() || as.isEmpty()))
                    .forEach(all::add);
        } else if (as.isEmpty()) {
            all.addAll(interfaces.served(object.getClass()));
            all.addAll(objects.bindings().interfaces(object));
            all.addAll(objects.exports().interfaces(object));
        } else if (all.stream().anyMatch(RemoteInterface::rmi)) {
            all.addAll(interfaces.rmi(object.getClass()));
        }
        return all;
    }

    // ---- reading

    Object read(InboundMessage from, Class<?> declared, Types types) {
        In in = from.in();
        int kind = in.readByte();
        Object object = switch (kind) {
            case EXPORT -> readExport(from, declared, types);
            case HOME -> readHome(from, declared, types);
            default -> throw CodecException.malformed("a reference of kind " + kind);
        };
        if (!declared.isInstance(object)) {
            throw CodecException.malformed(
                    "a reference to an object that is not a " + declared.getName() + ", which is declared here");
        }
        return object;
    }

    private Object readHome(InboundMessage from, Class<?> declared, Types types) {
        long id = from.in().readLongSize();
        if (id == Registry.OBJECT || id == SessionExtension.OBJECT) {
            throw CodecException.malformed(objects.bindings().nameOf(id) + " instead of a value");
        }
        Exported leaving = exports.home(id);
        Exported exported = leaving != null ? leaving : called.object(id);
        if (!(exported.target() instanceof CallTarget relayed)) {
            return exported.target();
        }
        RemoteInterfaces interfaces = objects.interfaces();
        List<String> names =
                exported.interfaces().stream().map(RemoteInterface::toString).toList();
        List<RemoteInterface> here = names.stream()
                .map(name -> interfaces.find(name, types))
                .filter(Objects::nonNull)
                .toList();
        return stub(relayed, names, here, declared, from);
    }

    private Object readExport(InboundMessage from, Class<?> declared, Types types) {
        In in = from.in();
        long id = in.readLongSize();
        Id128 identity = Id128.read(in);
        int relays = in.readByte();
        int count = in.readCount(1);
        if ((id & 1) == 0 || relays > MOST_RELAYS || count == 0 || count > MOST_INTERFACES) {
            throw CodecException.malformed(
                    "a reference to object " + id + " over " + relays + " relays, as " + count + " interfaces");
        }
        List<String> names = new ArrayList<>(count);
        List<RemoteInterface> here = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Definition definition = definitions.get(in.readSize());
            String name = nameOf(definition);
            names.add(name);
            RemoteInterface found = find(definition, name, from, types);
            if (found != null) {
                here.add(found);
            }
        }
        from.arrived(id);
        Object ours = objects.identities().find(identity);
        if (ours != null) {
            // An object of this endpoint has returned over other endpoints, and nobody here needs that longer path.
            release(id, 1);
            return ours;
        }
        Held reference = imports.arrive(id, arrivals -> reference(id, identity, relays, arrivals));
        return stub(reference, names, here, declared, from);
    }

    /**
     * Finds an interface that a peer has defined. If there is none, this is remembered until the session ends. A search counts
     * as work of the message.
     */
    private @Nullable RemoteInterface find(Definition definition, String name, InboundMessage from, Types types) {
        RemoteInterfaces interfaces = objects.interfaces();
        RemoteInterface known = interfaces.known(name);
        if (known != null || ABSENT.equals(definition.meaning(types))) {
            return known;
        }
        DecodingBudget.of(from).takeWork(LOOK_UP, "Looking for the interfaces of references");
        RemoteInterface found = interfaces.find(name, types);
        if (found == null) {
            definition.meaning(types, ABSENT);
        }
        return found;
    }

    private static String nameOf(Definition definition) {
        if (definition.kind() != Definition.Kind.INTERFACE) {
            throw CodecException.malformed("a definition of a " + definition.kind() + " instead of an interface");
        }
        return new In(definition.content()).readName(LONGEST_NAME);
    }

    /** Returns a stub of the declared interface, and of those of the object's interfaces that may have stubs here. */
    private Object stub(
            CallTarget reference,
            List<String> names,
            List<RemoteInterface> here,
            Class<?> declared,
            InboundMessage from) {
        RemoteInterfaces interfaces = objects.interfaces();
        List<RemoteInterface> found = new ArrayList<>();
        if (declared != Object.class) {
            found.add(interfaces.of(declared));
        }
        for (RemoteInterface one : here) {
            if (!found.contains(one)) {
                found.add(one);
            }
        }
        if (found.isEmpty()) {
            throw CodecException.refused(
                    "a reference to an object served as " + String.join(", ", names),
                    "This side does not have such an interface, or it is not registered. Add it:"
                            + " EndpointOptions.builder().register("
                            + names.getFirst().replace('$', '.') + ".class)");
        }
        List<RemoteInterface> further = interfaces.together(found);
        Object stub = Stubs.create(reference, found.getFirst(), further, CallOptions.none());
        stubClasses.take(stub, DecodingBudget.of(from));
        return stub;
    }

    private Held reference(long id, Id128 identity, int relays, ImportTable.Arrivals arrivals) {
        Held reference = remotes.reference(id, identity, relays, arrivals);
        // The cleaning action must not hold the reference; it may write, which never blocks.
        StubClasses.CLEANER.register(reference, () -> release(arrivals));
        return reference;
    }

    void release(ImportTable.@Nullable Arrivals arrivals) {
        int count = arrivals == null ? 0 : imports.release(arrivals);
        if (count > 0 && arrivals != null) {
            release(arrivals.object(), count);
        }
    }

    void release(long object, int count) {
        if (!state.hasEnded()) {
            remotes.release(object, count);
        }
    }
}
