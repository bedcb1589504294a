package dev.wherry.lab.driver;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.site.ProcessPlacement;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A running server, and the way to it: where there is a distance, clients connect to a relay in its place. */
final class Server implements AutoCloseable {
    private static final Pattern PORT_AT_THE_END = Pattern.compile("(.*\\D|)(\\d{1,5})");
    private static final int MOST_PORT = 65_535;

    private final PeerProcess process;
    private final @Nullable DelayRelay relay;
    private final String address;

    private Server(PeerProcess process, @Nullable DelayRelay relay, String address) {
        this.process = process;
        this.relay = relay;
        this.address = address;
    }

    static Server start(ProcessPlacement placement, Peer peer, Limits limits, Duration distance)
            throws PeerFailure, InterruptedException, IOException {
        PeerProcess process = PeerProcess.start("server", () -> placement.serve(peer), limits.quit());
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
        DelayRelay relay = new DelayRelay(Integer.parseInt(port.group(2)), distance);
        return new Server(process, relay, port.group(1) + relay.port());
    }

    PeerProcess process() {
        return process;
    }

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
