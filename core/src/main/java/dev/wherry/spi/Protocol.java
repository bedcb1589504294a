package dev.wherry.spi;

import dev.wherry.Answers;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves and sends whole {@link Invocation}s under URI schemes of its own, such as HTTP. The native protocol, with its
 * transports, needs none of this. Found by {@link java.util.ServiceLoader}.
 */
public interface Protocol {
    /** Returns the URI schemes whose addresses it serves and connects to, in lower case. */
    Set<String> schemes();

    /** Returns this protocol for an endpoint with these options. Called once for each endpoint. */
    default Protocol with(EndpointOptions options) {
        return this;
    }

    /**
     * Serves what is bound until the listener is closed.
     *
     * @param at as the program has written it, with a path if it has one
     */
    Listener listen(URI at, Objects objects) throws IOException;

    /**
     * Returns a connection for the calls of one interface to one address.
     *
     * @param to with the name of the object as its path, which is also the target of each call
     * @param limit how long to wait for the other end. Zero: it need not be there until the first call
     * @param memory holds the values of answers while they are read
     */
    Remote connect(URI to, Class<?> type, Duration limit, Memory memory) throws IOException;

    /** The memory of an endpoint for values of all calls and answers, the limit {@code inboundBytes}. For any thread. */
    interface Memory {
        /** Takes memory before it is allocated. Returns false if there is not that much left; then nothing is taken. */
        boolean takeForValues(long bytes);

        /** Gives back what was taken. */
        void give(long bytes);
    }

    /** The bound objects of an endpoint, as a protocol sees them. */
    interface Objects {
        /** Returns the memory for the values of calls, until each has ended. */
        Memory memory();

        /** Returns the bound names. */
        List<String> names();

        /** The interface bound under this name; null if there is none. An object of {@code Remote} interfaces serves them all. */
        @Nullable
        Class<?> type(String name);

        /**
         * Returns for whom a request is made that means no call, as for calls: by the token or the forwarded identity in its context,
         * or else the peer.
         *
         * @throws dev.wherry.CallException UNAUTHENTICATED if the token is refused
         */
        Identity caller(Invocation request);

        /**
         * Runs a call on what is bound under its target, interceptors included. Its list of arguments is read once authorizers, the
         * token and the limits of a policy have allowed the call. A list that decodes them only then keeps the decoder from callers who
         * may not call; what it throws is the outcome of the call. The limits of calls hold as for one session. Over them, the call waits
         * on this thread, or ends with UNAVAILABLE and the time after which it may be made again.
         */
        CompletionStage<@Nullable Object> invoke(Invocation call);

        /**
         * Takes a link whose peer speaks the native protocol, such as one within a WebSocket. The endpoint closes it at its end. Does not
         * wait.
         */
        void accept(Link link);
    }

    /** The target of a stub's calls. Closed when its stub is released, or with the endpoint of its stub. */
    interface Remote extends AutoCloseable {
        /** Sends a call. The result completes with that of the method, or with the exception that the call ends with. */
        CompletionStage<@Nullable Object> invoke(Invocation call);

        /**
         * Sends a call for a thread that waits for its outcome at once, by {@link CompletableFuture#get(long, TimeUnit)}. A protocol may
         * override it to have that thread receive the outcome.
         */
        default CompletableFuture<@Nullable Object> invokeAwaited(Invocation call) {
            return invoke(call).toCompletableFuture();
        }

        /**
         * Sends a call to all servers of the name that are known now, for {@link dev.wherry.Calls#toAll}. Each future completes within the
         * time of the call, as the result of {@link #invoke} does. By default there is one server, which has the name of the call's peer. May
         * wait if no server was searched yet.
         */
        default Answers<@Nullable Object> invokeAll(Invocation call) {
            return Answers.of(String.valueOf(call.peer().name()), invoke(call).toCompletableFuture());
        }

        @Override
        void close();
    }
}
