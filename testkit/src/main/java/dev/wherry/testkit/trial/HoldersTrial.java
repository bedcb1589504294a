package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.Released;
import dev.wherry.statistics.HeldObject;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.Way;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Processes that hold many objects of this process and are killed. Half of them release their objects before, and what they send is lost
 * if there is a relay. A living client holds some of the objects too.
 */
public final class HoldersTrial {
    /** Counts of objects are multiples of this. */
    public static final int UNIT = 40;

    private static final int HOLDERS = 4;
    /** The time for which objects of a client are kept that is gone. */
    private static final Duration WINDOW = Duration.ofSeconds(3);
    /** Objects in one answer. */
    private static final int BATCH = 1_000;
    /** The living client holds one of so many. */
    private static final int SHARED = UNIT / HOLDERS;

    /** An object that is held. */
    @ByReference
    public interface Ticket {
        int number();
    }

    /** Has the objects. */
    public interface Box {
        /** Returns tickets from this number on, each {@code step} after the one before. */
        List<Ticket> take(int from, int step, int count);
    }

    private static final class Numbered implements Ticket, Released {
        private final int number;
        private final AtomicInteger notices = new AtomicInteger();

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public void released() {
            notices.incrementAndGet();
        }
    }

    /** The process that is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] words) throws Exception {
            Box box = Endpoint.create().lookup(words[0], Box.class);
            List<Ticket> held = take(box, Integer.parseInt(words[1]), HOLDERS, Integer.parseInt(words[2]));
            System.out.println("holding " + held.size());
            if (words[3].equals("release")) {
                held.forEach(Calls::release);
            }
            Thread.currentThread().join();
        }
    }

    /**
     * The result of a trial.
     *
     * @param leaked how many objects were not notified once, though nobody was left who held them
     * @param exported how many more objects were exported than a living client held
     * @param lost how many objects were released, or were not reached, though a living client held them
     */
    public record Result(int leaked, int exported, int lost) {}

    private final List<Numbered> tickets;
    private final String scheme;

    /**
     * Creates a trial.
     *
     * @param scheme of the address. There is a relay if it is {@code tcp} or {@code unix}
     * @param count how many objects, a multiple of {@link #UNIT}
     */
    public HoldersTrial(String scheme, int count) {
        this.scheme = scheme;
        tickets = IntStream.range(0, count).mapToObj(Numbered::new).toList();
    }

    private static List<Ticket> take(Box box, int from, int step, int count) {
        List<Ticket> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(box.take(from + all.size() * step, step, Math.min(BATCH, count - all.size())));
        }
        return all;
    }

    /** Runs the trial. */
    public Result run(Path folder) throws Exception {
        String at = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("socket");
        EndpointOptions options = EndpointOptions.builder()
                .resumeWindow(WINDOW)
                .sharedMemory(false)
                .build();
        try (Endpoint server = Endpoint.listen(at, options);
                Endpoint client = Endpoint.create(options)) {
            server.bind(
                    "box",
                    Box.class,
                    (from, step, many) -> IntStream.range(0, many)
                            .<Ticket>mapToObj(i -> tickets.get(from + i * step))
                            .toList());
            if (scheme.equals("shm")) {
                return run(server, client, server.address(), null);
            }
            try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
                return run(server, client, relay.address(), relay);
            }
        }
    }

    private Result run(Endpoint server, Endpoint client, URI address, @Nullable FaultyRelay relay) throws Exception {
        String uri = address + (scheme.equals("tcp") ? "/box" : "#box");
        Box box = client.lookup(uri, Box.class);
        List<Ticket> living = new ArrayList<>(take(box, 0, SHARED, tickets.size() / SHARED));
        crash(uri, Calls.peer(box).orElseThrow(), living, relay);
        Await.until("the sessions to end", () -> server.statistics().sessions() == 1);
        List<Ticket> kept = new ArrayList<>();
        for (int i = 0; i < living.size(); i += 2) {
            kept.add(living.get(i));
        }
        awaitNotices(tickets.size() - kept.size());
        int lost = (int) IntStream.range(0, kept.size())
                .filter(i -> !isAlive(kept.get(i), i * 2 * SHARED))
                .count();
        int leaked = (int) tickets.stream()
                .filter(each -> each.notices.get() != (isKept(each) ? 0 : 1))
                .count();
        int exported = server.statistics().exports() - kept.size();
        client.close();
        awaitNotices(tickets.size());
        leaked += (int) tickets.stream()
                .filter(each -> isKept(each) && each.notices.get() != 1)
                .count();
        return new Result(leaked, exported + server.statistics().exports(), lost);
    }

    /** Kills processes that hold objects, and loses releases of the living client. */
    private void crash(String uri, Peer peer, List<Ticket> living, @Nullable FaultyRelay relay) throws Exception {
        List<ChildJvm> holders = new ArrayList<>();
        try {
            for (int i = 0; i < HOLDERS; i++) {
                holders.add(holder(uri, i));
            }
            for (ChildJvm each : holders) {
                each.awaitLine("holding " + tickets.size() / HOLDERS);
            }
            assertListsSomeOfEachSession(peer.heldObjects());
            if (relay != null) {
                relay.silence(Way.TO_SERVER);
            }
            for (int i = 1; i < living.size(); i += 2) {
                Calls.release(living.get(i));
            }
            for (ChildJvm each : holders) {
                each.kill();
            }
            if (relay != null) {
                relay.cut();
            }
        } finally {
            holders.forEach(ChildJvm::close);
        }
    }

    /** Of the living client, and of the two holders that release nothing. */
    private static void assertListsSomeOfEachSession(List<HeldObject> held) {
        assertThat(held).hasSizeLessThanOrEqualTo(1_000);
        assertThat(held.stream().map(HeldObject::session).distinct().count()).isGreaterThanOrEqualTo(3);
    }

    private static boolean isKept(Numbered ticket) {
        return ticket.number % (2 * SHARED) == 0;
    }

    private static boolean isAlive(Ticket ticket, int number) {
        try {
            return ticket.number() == number;
        } catch (CallException e) {
            System.out.println("ticket " + number + ": " + e);
            return false;
        }
    }

    /** Waits until so many notices were given. If some never come, they count as leaked. */
    private void awaitNotices(int count) {
        Ledger.await(
                Running.LONG.toNanos(),
                () -> tickets.stream().mapToInt(each -> each.notices.get()).sum() >= count);
    }

    private ChildJvm holder(String uri, int from) throws IOException {
        return new ChildJvm(List.of(
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                uri,
                String.valueOf(from),
                String.valueOf(tickets.size() / HOLDERS),
                from % 2 == 0 ? "release" : "keep"));
    }
}
