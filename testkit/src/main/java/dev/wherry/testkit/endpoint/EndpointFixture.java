package dev.wherry.testkit.endpoint;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** The server, the client and the kind of calling thread of a test of endpoints. */
final class EndpointFixture implements BeforeEachCallback, AfterEachCallback, InvocationInterceptor {
    private final EndpointSetUp contract;
    private final NoLeftovers leftovers = new NoLeftovers();
    private final AtomicInteger names = new AtomicInteger();
    private @Nullable Endpoint server;
    private @Nullable Endpoint client;

    EndpointFixture(EndpointSetUp contract) {
        this.contract = contract;
    }

    /** Returns the options of the contract. */
    EndpointOptions options() {
        return contract.options();
    }

    /** Returns an endpoint that listens. It is the same during a test. */
    synchronized Endpoint server() {
        if (server == null) {
            server = listen(options());
        }
        return server;
    }

    /** Returns an endpoint that does not listen. It is the same during a test. */
    synchronized Endpoint client() {
        if (client == null) {
            client = create(options());
        }
        return client;
    }

    Endpoint listen(EndpointOptions options) {
        return leftovers.watch(Endpoint.listen(contract.listenAt(), options));
    }

    /** Returns a new endpoint that listens at a given address. */
    Endpoint listenAt(String address) {
        return leftovers.watch(Endpoint.listen(address, options()));
    }

    /** Returns an address for an endpoint that listens already. */
    String listenAt() {
        return contract.listenAt();
    }

    Endpoint create(EndpointOptions options) {
        return leftovers.watch(Endpoint.create(options));
    }

    /** Returns the URI by which {@code name} is looked up. */
    String uri(Endpoint at, String name) {
        return contract.uri(at, name);
    }

    /** Binds an object at the server under a new name. Returns the client's stub of it. */
    <T> T serve(Class<T> type, T object) {
        return serve(server(), client(), type, object);
    }

    <T> T serve(Endpoint server, Endpoint client, Class<T> type, T object) {
        String name = type.getSimpleName() + names.incrementAndGet();
        server.bind(name, type, object);
        T stub = client.lookup(uri(server, name), type);
        if (contract.lanesFirst()) {
            Peer peer = Calls.peer(stub).orElseThrow();
            Await.until("a lane to be opened", () -> !peer.bound().isEmpty() && hasLane(client));
        }
        return stub;
    }

    private static boolean hasLane(Endpoint client) {
        return client.statistics().lanes() > 0;
    }

    /** Starts work on a thread of the kind for which the contract runs. */
    <T extends @Nullable Object> Running<T> start(Callable<T> work) {
        return contract.onVirtualThreads() ? Running.startVirtual(work) : Running.start(work);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        leftovers.beforeEach(context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext)
            throws Throwable {
        start(() -> {
                    try {
                        return invocation.proceed();
                    } catch (Exception | Error e) {
                        throw e;
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                })
                .get();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        leftovers.afterEach(context);
    }
}
