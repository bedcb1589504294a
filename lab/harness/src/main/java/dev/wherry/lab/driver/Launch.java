package dev.wherry.lab.driver;

import dev.wherry.lab.site.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How the clients of a pair are started. */
record Launch(Place place, List<String> command, Path folder, Duration quit) {
    /** Starts one, with these words behind its command. */
    PeerProcess start(List<String> more) throws PeerFailure, InterruptedException {
        List<String> all = Stream.concat(command.stream(), more.stream()).toList();
        return PeerProcess.start("client", () -> place.start(all, folder), quit);
    }
}
