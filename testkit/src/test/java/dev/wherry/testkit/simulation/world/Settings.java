package dev.wherry.testkit.simulation.world;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The choices of the seed that hold for the whole run. */
final class Settings {
    /** The kinds of faults. */
    enum Faults {
        NONE,
        /** Links break, but sessions survive: no call fails. */
        LINKS,
        /** Also sessions end, hosts crash and servers close. */
        ALL
    }

    private final Random random;
    private final Faults faults;
    private final int servers;
    private final int clients;
    private final int callers;
    private final int calls;
    private final int lanes;
    private final boolean waits;
    private final boolean remote;

    Settings(Random random) {
        this.random = random;
        faults = Faults.values()[new int[] {0, 1, 1, 1, 2, 2, 2, 2}[random.nextInt(8)]];
        servers = random.nextInt(1, 3);
        clients = random.nextInt(1, 3);
        callers = random.nextInt(1, 4);
        calls = random.nextInt(4, 12);
        lanes = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 4);
        waits = random.nextBoolean();
        remote = faults == Faults.LINKS || random.nextBoolean();
    }

    @Override
    public String toString() {
        return servers + " servers, " + clients + " clients, " + callers + " callers, " + calls + " calls, " + lanes
                + " lanes, faults: " + faults + (waits ? ", waits" : "");
    }

    Random random() {
        return random;
    }

    Faults faults() {
        return faults;
    }

    int servers() {
        return servers;
    }

    int clients() {
        return clients;
    }

    int callers() {
        return callers;
    }

    int calls() {
        return calls;
    }

    /** Returns whether the calls wait until a server can be reached. */
    boolean waits() {
        return waits;
    }

    /** Returns whether the hosts of the network are different ones. */
    boolean remote() {
        return remote;
    }

    boolean failsFast(Random of) {
        return faults == Faults.ALL && of.nextInt(4) == 0;
    }

    /** Returns the longest pause of a caller between two calls. */
    long pause() {
        return TimeUnit.MILLISECONDS.toNanos(300);
    }

    /** Returns the size of the largest argument. */
    int largest() {
        return random.nextInt(5) == 0 ? 200_000 : 2_000;
    }

    /** Returns how long a call may take: long enough if it must not fail. */
    Duration timeout(Random of) {
        return Duration.ofMillis(
                faults != Faults.ALL ? 60_000 : of.nextInt(4) == 0 ? of.nextInt(1, 300) : of.nextInt(300, 8_000));
    }

    EndpointOptions.Builder options() {
        return EndpointOptions.builder()
                .timeout(Duration.ofSeconds(5))
                .lanes(lanes)
                .sharedMemory(false)
                .heartbeat(Duration.ofMillis(500))
                .drain(Duration.ofSeconds(2))
                .resumeWindow(Duration.ofMillis(faults == Faults.ALL ? random.nextInt(0, 4_000) : 30_000))
                .limits(Limits.builder().handshakeTime(Duration.ofSeconds(1)).build());
    }
}
