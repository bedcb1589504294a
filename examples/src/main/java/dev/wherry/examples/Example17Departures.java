package dev.wherry.examples;

import dev.wherry.ByReference;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Released;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A server that notices when its clients go, whether they say so or not. An object is notified when nobody refers to it any more.
 * A method can listen for the end of its caller's connection.
 */
public final class Example17Departures {
    public interface Room {
        Seat enter(String name);
    }

    @ByReference
    public interface Seat {
        void leave();
    }

    private static final class Hall implements Room {
        final Set<String> present = new ConcurrentSkipListSet<>();
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public Seat enter(String name) {
            present.add(name);
            // @start region=caller
            Calls.caller().orElseThrow().onEnd(end -> events.add(name + ": the connection has ended, " + end.reason()));
            // @end
            return new Place(name);
        }

        // @start region=released
        private final class Place implements Seat, Released {
            private final String name;

            Place(String name) {
                this.name = name;
            }

            @Override
            public void leave() {
                present.remove(name);
            }

            @Override
            public void released() {
                leave(); // the client has released its stub, or has crashed
                events.add(name + ": the seat is free");
            }
        }
        // @end
    }

    private Example17Departures() {}

    public static void main(String... arguments) throws InterruptedException {
        Hall hall = new Hall();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint ada = Endpoint.create();
                Endpoint grace = Endpoint.create()) {
            server.bind("room", Room.class, hall);
            String room = server.address() + "/room";
            Seat seat = ada.lookup(room, Room.class).enter("ada");
            grace.lookup(room, Room.class).enter("grace");
            System.out.println("present: " + hall.present);

            Calls.release(seat);
            System.out.println(hall.events.take());
            System.out.println("present: " + hall.present);

            grace.close(Duration.ZERO);
            Set<String> both = new TreeSet<>();
            both.add(hall.events.take());
            both.add(hall.events.take());
            System.out.println(both);
            System.out.println("present: " + hall.present);
        }
    }
}
