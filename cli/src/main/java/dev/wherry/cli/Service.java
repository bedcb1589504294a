package dev.wherry.cli;

import dev.wherry.Endpoint;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An endpoint that is there until it is told to stop. */
final class Service {
    private Service() {}

    /**
     * Tells where it can be reached, and returns once it was told to stop and has drained.
     *
     * @param endpoint that listens at the first of the addresses
     */
    static void run(Endpoint endpoint, List<String> addresses, PrintWriter out) {
        CountDownLatch drained = new CountDownLatch(1);
        try {
            List<URI> listening = new ArrayList<>(List.of(endpoint.address()));
            addresses.stream().skip(1).forEach(address -> listening.add(endpoint.listenAt(address)));
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                endpoint.close();
                                drained.countDown();
                            },
                            "wherry-drain"));
            listening.forEach(address -> out.println("listening " + address));
            out.flush();
            drained.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
