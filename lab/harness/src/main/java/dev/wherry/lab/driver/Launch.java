package dev.wherry.lab.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How the processes of one role are started. */
record Launch(String role, List<String> command, Path folder, Duration quit) {
    /** Starts one, with these words behind its command. */
    PeerProcess start(List<String> more) throws PeerFailure {
        return PeerProcess.start(
                role, Stream.concat(command.stream(), more.stream()).toList(), folder, quit);
    }
}
