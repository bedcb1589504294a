package dev.wherry.lab.driver;

import dev.wherry.lab.site.Site;
import dev.wherry.testkit.FaultyRelay;
import dev.wherry.testkit.Transports;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A running server, and the way to it: where there is a distance, clients connect to a relay in its place. */
final class Server implements AutoCloseable {
    private static final String LOOPBACK = "tcp://127.0.0.1:";
    private static final Pattern PORT_AT_THE_END = Pattern.compile("(.*\\D|)(\\d{1,5})");
    private static final int MOST_PORT = 65_535;
    /** Of the relay's faults, and it has none. */
    private static final long SEED = 1;

    private final PeerProcess process;
    private final @Nullable FaultyRelay relay;
    private final String address;

    private Server(PeerProcess process, @Nullable FaultyRelay relay, String address) {
        this.process = process;
        this.relay = relay;
        this.address = address;
    }

    /** Starts one and waits until it is ready. */
    static Server start(Site site, String system, Limits limits, Duration distance)
            throws PeerFailure, InterruptedException, IOException {
        PeerProcess process = PeerProcess.start("server", () -> site.serve(system), limits.quit());
        try {
            String address = process.ready(limits);
            return distance.isZero() ? new Server(process, null, address) : behindARelay(process, address, distance);
        } catch (PeerFailure | InterruptedException | IOException | RuntimeException failed) {
            process.close();
            throw failed;
        }
    }

    private static Server behindARelay(PeerProcess process, String address, Duration distance)
            throws PeerFailure, IOException {
        Matcher port = PORT_AT_THE_END.matcher(address);
        if (!port.matches() || Integer.parseInt(port.group(2)) > MOST_PORT) {
            throw PeerFailure.fatal(
                    "peer.toml says relay = true, and the server's address \"%s\" does not end with a port"
                            .formatted(address));
        }
        FaultyRelay relay = new FaultyRelay(
                Transports.of("tcp"), URI.create(LOOPBACK + 0), URI.create(LOOPBACK + port.group(2)), SEED);
        relay.distance(distance);
        return new Server(process, relay, port.group(1) + relay.address().getPort());
    }

    PeerProcess process() {
        return process;
    }

    /** What a client needs to know. */
    String address() {
        return address;
    }

    @Override
    public void close() {
        if (relay != null) {
            relay.close();
        }
        process.close();
    }
}
