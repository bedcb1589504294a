package dev.wherry.examples;

import dev.wherry.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The same interface in the same JVM and on the same host.
 *
 * <p>Within one JVM a call by reference costs as much as a method call, and shares the objects. By copy it behaves like a
 * remote call, so a test without a network finds mistakes. On one host a Unix socket can replace the port, and the
 * permissions of its directory decide who may connect. One endpoint may listen at several addresses.
 */
public final class Example07SameHost {
    public interface Basket {
        int add(List<String> to);
    }

    private Example07SameHost() {}

    public static void main(String... arguments) throws IOException {
        Path folder = Files.createTempDirectory("wherry");
        Path socket = folder.resolve("basket.sock");
        // @start region=listen
        try (var server = Endpoint.listen("inprocess://shop");
                var client = Endpoint.create()) {
            server.listenAt("unix:" + socket);
            server.bind("basket", Basket.class, to -> {
                to.add("apple");
                return to.size();
            });
            // @end

            // @start region=lookup
            Basket shared = client.lookup("inprocess://shop/basket", Basket.class);
            Basket copied = client.lookup("inprocess://shop/basket?copy", Basket.class);
            Basket other = client.lookup("unix:" + socket + "#basket", Basket.class);
            // @end

            List<String> mine = new ArrayList<>();
            System.out.println("by reference: " + shared.add(mine) + ", mine: " + mine);
            System.out.println("by copy: " + copied.add(mine) + ", mine: " + mine);
            System.out.println("Unix socket: " + other.add(mine) + ", mine: " + mine);
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(folder);
        }
    }
}
