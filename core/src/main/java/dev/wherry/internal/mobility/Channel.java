package dev.wherry.internal.mobility;

import dev.wherry.CallOptions;
import dev.wherry.Limits;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Stubs;
import dev.wherry.internal.call.Style;
import dev.wherry.internal.call.Target;
import dev.wherry.internal.mobility.Parcel.Reply;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One side of a workspace in one session: makes parcels of calls and their outcomes, and calls of parcels. Both sides say
 * what they have learnt of the other's definitions with each parcel, so that each is sent until it has come, and no longer.
 * For any thread.
 */
final class Channel {
    private static final int COMPACT = 0;

    private final Connection connection;
    private final ChannelCode code;
    private final Surroundings surroundings;
    private final ChannelTypes types;
    private final Vocabulary vocabulary = new Vocabulary();
    private final CarriedObjects carried = new CarriedObjects(this);
    private final Map<Class<?>, RemoteInterface> interfaces = new ConcurrentHashMap<>();

    /** @param surroundings of the methods of this side's objects */
    Channel(Connection connection, ChannelCode code, Surroundings surroundings) {
        this.connection = connection;
        this.code = code;
        this.surroundings = surroundings;
        types = new ChannelTypes(connection.registered(), code);
    }

    Connection connection() {
        return connection;
    }

    Limits limits() {
        return connection.options().limits();
    }

    Surroundings surroundings() {
        return surroundings;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    RemoteInterface parsed(Class<?> type) {
        RemoteInterface known = interfaces.get(type);
        if (known == null) {
            known = RemoteInterface.of(type, connection.options(), connection.codecs(), types);
            interfaces.put(type, known);
        }
        return known;
    }

    // ---- calls that are made

    Parcel pack(RemoteMethod method, @Nullable Object[] arguments) {
        try {
            Packing packing = new Packing(this);
            method.encodeArguments(arguments, COMPACT, packing);
            return packing.parcel(vocabulary.known(), code.introduction(vocabulary));
        } catch (CodecException e) {
            throw new RemoteException(Code.CODEC, "Cannot send the call: " + e.getMessage(), e);
        }
    }

    /** @param sent what it answers */
    @Nullable
    Object outcome(RemoteMethod method, Reply reply, Parcel sent) throws Throwable {
        code.told(sent.code());
        Unpacking answer = open(reply.parcel());
        try {
            if (reply.failed()) {
                throw Failures.decode(method, COMPACT, answer);
            }
            Object result = method.decodeResult(COMPACT, answer);
            answer.checkEnd();
            return result;
        } catch (CodecException e) {
            throw new RemoteException(Code.CODEC, "Cannot read the answer: " + e.getMessage(), e);
        }
    }

    /** A parcel was not answered; perhaps because of its classes. */
    void failed(Throwable failure, Parcel sent) {
        if (failure instanceof RemoteException e && (e.code() == Code.REFUSED || e.code() == Code.CODEC)) {
            code.refused(sent.code());
        }
    }

    /** Nothing of it counts as known before its code was let in. */
    private Unpacking open(Parcel parcel) {
        if (parcel.code() != null) {
            code.arrived(parcel.code());
        }
        try {
            vocabulary.learn(parcel);
        } catch (ProtocolException e) {
            throw new RemoteException(Code.CODEC, "Cannot read a parcel: " + e.getMessage(), e);
        }
        code.heard(vocabulary);
        return new Unpacking(this, parcel);
    }

    // ---- calls that are served

    /** A method of an interface, both by their names, if it is one of those that an object is served as. */
    RemoteMethod served(Collection<Class<?>> as, String type, String key) {
        for (Class<?> each : as) {
            if (each.getName().equals(type)) {
                RemoteMethod method = parsed(each).method(key);
                if (method == null) {
                    throw new RemoteException(Code.NOT_FOUND, type + " has no method " + key + " here");
                }
                return method;
            }
        }
        throw new RemoteException(Code.INVALID_CALL, "The object is served as " + as + ", not as " + type);
    }

    /** Nothing of it runs any more. */
    void end() {
        code.end();
    }

    /** Takes in what a call needs; or refuses its sender, before anything is done for him. */
    void admit(Parcel arguments) {
        code.admit(arguments.code());
    }

    /** Runs a call. What its method throws is a part of the reply. */
    Reply serve(Object object, RemoteMethod method, @Nullable Object[] values) {
        try {
            Object result = run(object, method, values);
            return reply(false, to -> method.encodeResult(result, COMPACT, to));
        } catch (Throwable t) {
            RemoteException refusal = t instanceof LinkageError e ? code.refusalIn(e) : null;
            if (refusal != null) {
                throw refusal; // of a class that is needed after all
            }
            Throwable explained = t instanceof LinkageError e ? code.explained(e) : t;
            return reply(true, to -> Failures.encode(explained, method, COMPACT, to));
        }
    }

    private Reply reply(boolean failed, Consumer<Packing> content) {
        Packing packing = new Packing(this);
        content.accept(packing);
        return new Reply(failed, packing.parcel(vocabulary.known(), code.announcement(vocabulary)));
    }

    /** Runs a call whose caller waits for nothing; what it throws is for the log. */
    void serveUnheard(Object object, RemoteMethod method, @Nullable Object[] values) {
        try {
            run(object, method, values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new RemoteException(Code.INTERNAL, method.name() + " threw " + e, e);
        }
    }

    /** The values of a call. */
    @Nullable
    Object[] read(RemoteMethod method, Parcel arguments) {
        Unpacking from = open(arguments);
        try {
            @Nullable Object[] values = method.decodeArguments(COMPACT, from);
            from.checkEnd();
            return values;
        } catch (CodecException e) {
            Throwable reason = e;
            while (reason instanceof CodecException && reason.getCause() != null) {
                reason = reason.getCause();
            }
            if (reason instanceof RemoteException refusal && refusal.code() == Code.REFUSED) {
                throw refusal; // of a class that was not foreseen
            }
            String why = reason instanceof LinkageError ? code.differences() : "";
            throw new RemoteException(Code.CODEC, "Cannot read the call: " + e.getMessage() + why, e);
        }
    }

    private static @Nullable Object run(Object object, RemoteMethod method, @Nullable Object[] values)
            throws Throwable {
        Object returned = method.invoke(object, values);
        return method.style() == Style.FUTURE ? method.await(returned) : returned;
    }

    // ---- references

    /** What stands at the peer for an object that is the peer's own; null if it is not. */
    @Nullable
    Object atHome(Object object, Target target) {
        if (target instanceof ChannelTarget there) {
            return there.channel() == this ? there.carried() : null;
        }
        return target.peer().filter(connection.peer()::equals).isPresent() ? object : null;
    }

    CarriedObject carried(Object object, List<Class<?>> as) {
        return carried.of(object, as);
    }

    /** A stub as the declared interface, and as those users' interfaces of the object that were let in. */
    Object stub(Carried carried, List<String> names, Class<?> declared) {
        Set<RemoteInterface> as = new LinkedHashSet<>();
        if (declared != Object.class) {
            as.add(parsed(declared));
        }
        for (String name : names) {
            Class<?> type = types.find(name);
            if (type.isInterface() && code.isUsers(type)) {
                as.add(parsed(type));
            }
        }
        if (as.isEmpty()) {
            throw CodecException.malformed(
                    "a reference to an object served as " + names + ", none of which is a user's interface");
        }
        List<RemoteInterface> all = new ArrayList<>(as);
        CarriedCalls calls = CarriedCalls.of(carried, connection.own(Carried.class));
        return Stubs.create(
                new ChannelTarget(this, calls), all.getFirst(), all.subList(1, all.size()), CallOptions.none());
    }
}
