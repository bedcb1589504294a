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
     * Returns an endpoint that listens at all of the addresses.
     *
     * @throws CommandException if one of them is invalid or in use. An address in use has the exit status of a failure: the
     *     code UNAVAILABLE would mean that no endpoint answers
     */
    static Endpoint listen(List<String> addresses, EndpointOptions options) {
        return listen(addresses, options, endpoint -> {});
    }

    /**
     * Returns an endpoint that listens at all of the addresses.
     *
     * @param prepared is called before the endpoint listens, so that the first client finds everything bound
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

    /** Prints the addresses of the endpoint, and returns when it was stopped and has drained. */
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
