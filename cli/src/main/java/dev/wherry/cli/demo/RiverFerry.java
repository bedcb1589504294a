package dev.wherry.cli.demo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The ferry that the demo's server runs. */
final class RiverFerry implements Ferry {
    private static final int SEATS = 30;
    private static final long PENCE = 250;
    private static final long TIDE_MILLIS = 60_000;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Map<String, Boat> boats = new ConcurrentHashMap<>();
    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    @Override
    public Ticket book(String passenger, int seats) throws SoldOut {
        if (seats > SEATS) {
            throw new SoldOut(SEATS);
        }
        return new Ticket(passenger, seats, PENCE * seats);
    }

    @Override
    public CompletableFuture<Long> fare(int seats) {
        return CompletableFuture.supplyAsync(() -> PENCE * seats);
    }

    @Override
    public void note(String entry) {
        log.add(entry);
    }

    @Override
    public List<String> log() {
        return List.copyOf(log);
    }

    @Override
    public int cross(List<String> piers, Lookout lookout) {
        return piers.stream().mapToInt(lookout::arrivedAt).sum();
    }

    @Override
    public Boat boat(String name) {
        return boats.computeIfAbsent(name, _ -> new Hull());
    }

    @Override
    public boolean owns(Boat boat) {
        return boats.containsValue(boat) && boat instanceof Hull;
    }

    @Override
    public void springALeak() {
        throw new Leak();
    }

    @Override
    public void awaitTide() throws InterruptedException {
        waits.incrementAndGet();
        try {
            Thread.sleep(TIDE_MILLIS);
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        }
    }

    @Override
    public int waits() {
        return waits.get();
    }

    @Override
    public int interruptedWaits() {
        return interrupted.get();
    }

    private static final class Hull implements Boat {
        private final AtomicInteger crates = new AtomicInteger();

        @Override
        public int load(int more) {
            return crates.addAndGet(more);
        }
    }

    /** It is not declared by an interface, so it is not sent. */
    private static final class Leak extends RuntimeException {
        private static final long serialVersionUID = 1;

        Leak() {
            super("water in the bilge");
        }
    }
}
