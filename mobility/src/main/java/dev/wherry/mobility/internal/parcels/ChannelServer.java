package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Style;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.spi.CodecException;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the calls that are received by a channel. For any thread. */
public final class ChannelServer {
    private final Channel channel;

    public ChannelServer(Channel channel) {
        this.channel = channel;
    }

    /** Finds a method by its name and that of its interface, among the interfaces that an object is served as. */
    RemoteMethod method(Collection<Class<?>> as, String type, String key) {
        for (Class<?> each : as) {
            if (each.getName().equals(type)) {
                RemoteMethod method = channel.parsed(each).method(key);
                if (method == null) {
                    throw new CallException(Code.NOT_FOUND, type + " has no method " + key + " here");
                }
                return method;
            }
        }
        throw new CallException(Code.INVALID_CALL, "The object is served as " + as + ", not as " + type);
    }

    /** Runs a call. An exception of its method becomes the reply. */
    public Reply serve(Object object, RemoteMethod method, @Nullable Object[] values) {
        try {
            Object result = run(object, method, values);
            return reply(false, to -> method.encodeResult(result, Channel.COMPACT, to));
        } catch (Throwable t) {
            Throwable explained = t instanceof LinkageError e ? explained(e) : t;
            return reply(true, to -> Failures.encode(explained, Outcome.RAN, method, Channel.COMPACT, to));
        }
    }

    private Reply reply(boolean failed, Consumer<Packing> content) {
        Packing packing = channel.packing();
        content.accept(packing);
        return new Reply(failed, channel.answering(packing));
    }

    /** Runs a one-way call. Throws the exception of its method, for the log. */
    public void serveOneWay(Object object, RemoteMethod method, @Nullable Object[] values) {
        try {
            run(object, method, values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CallException(Code.INTERNAL, method.name() + " threw " + e, e);
        }
    }

    /** Decodes the arguments of a call. */
    public @Nullable Object[] read(RemoteMethod method, Parcel arguments) {
        Unpacking from = channel.open(arguments);
        try {
            @Nullable Object[] values = method.decodeArguments(Channel.COMPACT, from);
            from.checkEnd();
            return values;
        } catch (CodecException e) {
            checkRefused(e);
            String why = e.getCause() instanceof LinkageError ? channel.code().differences() : "";
            throw new CallException(Code.CODEC, "Cannot read the call: " + e.getMessage() + why, e)
                    .withOutcome(Outcome.NOT_RUN);
        }
    }

    private Throwable explained(LinkageError thrown) {
        checkRefused(thrown);
        return channel.code().explained(thrown);
    }

    /** Throws the refusal of a class, if it has caused this failure. */
    private void checkRefused(Throwable failure) {
        CallException refusal = channel.code().refusalIn(failure);
        if (refusal != null) {
            throw refusal;
        }
    }

    private static @Nullable Object run(Object object, RemoteMethod method, @Nullable Object[] values)
            throws Throwable {
        Object returned = method.invoke(object, values);
        return method.style() == Style.FUTURE ? method.await(returned) : returned;
    }
}
