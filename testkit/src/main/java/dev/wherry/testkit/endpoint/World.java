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

/** What a test of endpoints needs: a server, a client, and the kind of thread that makes its calls. */
final class World implements BeforeEachCallback, AfterEachCallback, InvocationInterceptor {
    private final EndpointSetUp contract;
    private final NoLeftovers leftovers = new NoLeftovers();
    private final AtomicInteger names = new AtomicInteger();
    private @Nullable Endpoint server;
    private @Nullable Endpoint client;

    World(EndpointSetUp contract) {
        this.contract = contract;
    }

    /** Every endpoint of the contract starts from these. */
    EndpointOptions options() {
        return contract.options();
    }

    /** An endpoint that listens; the same all through a test. */
    synchronized Endpoint server() {
        if (server == null) {
            server = listen(options());
        }
        return server;
    }

    /** An endpoint that does not listen; the same all through a test. */
    synchronized Endpoint client() {
        if (client == null) {
            client = create(options());
        }
        return client;
    }

    Endpoint listen(EndpointOptions options) {
        return leftovers.watch(Endpoint.listen(contract.listenAt(), options));
    }

    /** Listens at an address that is known. */
    Endpoint listenAt(String address) {
        return leftovers.watch(Endpoint.listen(address, options()));
    }

    /** An address to listen at, for endpoints that listen already. */
    String listenAt() {
        return contract.listenAt();
    }

    Endpoint create(EndpointOptions options) {
        return leftovers.watch(Endpoint.create(options));
    }

    /** Where {@code name} is looked up. */
    String uri(Endpoint at, String name) {
        return contract.uri(at, name);
    }

    /** Binds an object at the server under a fresh name, and looks it up at the client. */
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

    /** Starts on a thread of the kind that the contract is run for. */
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
