package dev.wherry.testkit.endpoint;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Work;
import java.util.ArrayList;
import java.util.List;

/** A client that holds many references and has calls in flight when it is killed. */
final class DyingClient {
    private DyingClient() {}

    public static void main(String[] uris) throws Exception {
        Endpoint client = Endpoint.create();
        Depot depot = client.lookup(uris[0], Depot.class);
        Work work = client.lookup(uris[1], Work.class);
        List<Item> held = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            held.add(depot.item("item " + i));
        }
        depot.keep(() -> "the client's item");
        for (int i = 0; i < 4; i++) {
            Thread.ofPlatform().start(() -> block(work));
            Thread.ofVirtual().start(() -> Calls.asyncRun(work, DyingClient::block));
        }
        System.out.println("holding " + held.size());
        Thread.currentThread().join();
    }

    private static void block(Work work) {
        try {
            work.block();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
