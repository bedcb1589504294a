package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** An endpoint that serves until it is stopped. */
final class Service {
    private Service() {}

    /**
     * An endpoint that listens at all of these.
     *
     * @throws CommandException if one of them is not an address, or is in use. For an address in use it replaces the code
     *     UNAVAILABLE, which for callers means that no endpoint answers
     */
    static Endpoint listen(List<String> addresses, EndpointOptions options) {
        return listen(addresses, options, endpoint -> {});
    }

    /**
     * The same.
     *
     * @param prepared is run before it listens: a client that comes at once finds everything bound
     */
    static Endpoint listen(List<String> addresses, EndpointOptions options, Consumer<Endpoint> prepared) {
        Endpoint endpoint = Endpoint.create(options);
        try {
            prepared.accept(endpoint);
            addresses.forEach(endpoint::listenAt);
            return endpoint;
        } catch (RuntimeException e) {
            endpoint.close();
            throw switch (e) {
                case CallException _ -> new CommandException(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
                case IllegalArgumentException _ ->
                    new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
                default -> e;
            };
        }
    }

    /** Prints where it can be reached, and returns once it was stopped and has drained. */
    static void run(Endpoint endpoint, PrintWriter out) {
        CountDownLatch drained = new CountDownLatch(1);
        try {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                endpoint.close();
                                drained.countDown();
                            },
                            "wherry-drain"));
            endpoint.addresses().forEach(address -> out.println("listening " + address));
            out.flush();
            drained.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
