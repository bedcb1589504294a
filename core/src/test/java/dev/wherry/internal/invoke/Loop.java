package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A target whose calls become bytes and back, and run on another thread: a session without links. */
final class Loop implements CallTarget {
    /** The calls of the target, such as {@code send SENT acme.Bank.ping}. */
    final List<String> asked = new ArrayList<>();

    final List<CallOptions> options = new ArrayList<>();
    private final Object object;
    private final Interceptors.OfServer chain;
    boolean released;

    Loop(Object object) {
        this(object, EndpointOptions.defaults());
    }

    Loop(Object object, EndpointOptions server) {
        this.object = object;
        chain = new Interceptors.OfServer(server);
    }

    static <T> T stub(Class<T> type, T object) {
        return stub(type, new Loop(object), EndpointOptions.defaults());
    }

    static <T> T stub(Class<T> type, Loop loop, EndpointOptions options) {
        return Stubs.create(loop, parsed(type, options), List.of(), CallOptions.none());
    }

    static RemoteInterface parsed(Class<?> type) {
        return parsed(type, EndpointOptions.defaults());
    }

    static RemoteInterface parsed(Class<?> type, EndpointOptions options) {
        return RemoteInterface.of(type, options, List.of(new SerialCodec()));
    }

    @Override
    public Object call(RemoteMethod method, Object[] arguments, CallOptions options) throws Throwable {
        note("call", method, options);
        try {
            return run(method, arguments, options).get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    @Override
    public CompletableFuture<Object> start(RemoteMethod method, Object[] arguments, CallOptions options) {
        note("start", method, options);
        return run(method, arguments, options);
    }

    @Override
    public void send(RemoteMethod method, Object[] arguments, CallOptions options, Delivery delivery) {
        note("send " + delivery, method, options);
        run(method, arguments, options).join();
    }

    private void note(String what, RemoteMethod method, CallOptions options) {
        asked.add(what + " " + method.method().getName());
        this.options.add(options);
    }

    private CompletableFuture<Object> run(RemoteMethod method, Object[] arguments, CallOptions options) {
        Encoding call = Messages.encoding();
        method.encodeArguments(arguments, 0, call);
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            Encoding reply = Messages.encoding();
            try {
                Object result = serve(method, call, options);
                method.encodeResult(result, 0, reply);
                outcome.complete(method.decodeResult(0, Messages.decoding(reply)));
            } catch (Throwable e) {
                Encoding failure = Messages.encoding();
                Failures.encode(e, CallException.Outcome.RAN, method, 0, failure);
                outcome.completeExceptionally(Failures.decode(method, 0, Messages.decoding(failure)));
            }
        });
        return outcome;
    }

    private Object serve(RemoteMethod method, Encoding call, CallOptions options) throws Throwable {
        Decoding decoding = Messages.decoding(call);
        InboundCall inbound = new Inbound(System.nanoTime() + options.timeout().toNanos(), options.context());
        InboundCall outer = inbound.enter();
        try {
            Object result = chain.serve(inbound, method, object, method.decodeArguments(0, decoding));
            return method.style() == Style.FUTURE ? method.await(result) : result;
        } finally {
            InboundCall.leave(outer);
        }
    }

    @Override
    public Object identity() {
        return System.identityHashCode(object);
    }

    @Override
    public String describe() {
        return "loop://here/object";
    }

    @Override
    public Optional<Peer> peer() {
        return Optional.empty();
    }

    @Override
    public void release() {
        released = true;
    }

    /** A call served by the loop. */
    static final class Inbound extends InboundCall {
        private final long deadline;
        private final Map<ContextKey<?>, Object> context;

        Inbound(long deadline, Map<ContextKey<?>, Object> context) {
            this.deadline = deadline;
            this.context = context;
        }

        @Override
        public boolean limited() {
            return true;
        }

        @Override
        public long deadline() {
            return deadline;
        }

        @Override
        protected Map<ContextKey<?>, Object> sent() {
            return context;
        }

        @Override
        public Optional<Peer> caller() {
            return Optional.empty();
        }

        @Override
        public Identity link() {
            return Identity.of("loop", "caller");
        }

        @Override
        public String target() {
            return "object";
        }
    }
}
