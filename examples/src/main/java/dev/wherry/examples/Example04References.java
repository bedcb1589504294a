package dev.wherry.examples;

import dev.wherry.ByReference;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Objects that stay where they are.
 *
 * <p>Where the declared type is marked @ByReference the other side gets a stub, at any depth: as a parameter, a result,
 * in a record or a list. The stub calls back over the connection that is there, so the client needs no open port. A stub
 * that comes home is the object itself, and two stubs of one object are equal.
 */
public final class Example04References {
    // @start region=types
    public interface Market {
        Subscription subscribe(String symbol, Listener listener);

        void trade(String symbol, long price);

        boolean knows(Subscription subscription);
    }

    @ByReference
    public interface Listener {
        void traded(String symbol, long price);
    }

    @ByReference
    public interface Subscription {
        void end();
    }
    // @end

    private static final class Exchange implements Market {
        private final Map<Subscription, Listener> listeners = new ConcurrentHashMap<>();

        @Override
        public Subscription subscribe(String symbol, Listener listener) {
            Subscription subscription = new Subscription() {
                @Override
                public void end() {
                    listeners.remove(this);
                }
            };
            listeners.put(subscription, listener);
            return subscription;
        }

        @Override
        public void trade(String symbol, long price) {
            listeners.values().forEach(listener -> listener.traded(symbol, price));
        }

        @Override
        public boolean knows(Subscription subscription) {
            return listeners.containsKey(subscription);
        }
    }

    private Example04References() {}

    public static void main(String... arguments) {
        try (var server = Endpoint.listen("tcp://127.0.0.1:0");
                var client = Endpoint.create()) {
            server.bind("market", Market.class, new Exchange());
            Market market = client.lookup(server.address() + "/market", Market.class);

            // @start region=calls
            List<String> seen = new CopyOnWriteArrayList<>();
            Subscription subscription = market.subscribe("WHR", (symbol, price) -> seen.add(symbol + " at " + price));
            market.trade("WHR", 17);
            System.out.println("called back: " + seen);
            System.out.println("came home as itself: " + market.knows(subscription));

            subscription.end();
            Calls.release(subscription);
            market.trade("WHR", 18);
            System.out.println("after the end: " + seen);
            // @end
        }
    }
}
