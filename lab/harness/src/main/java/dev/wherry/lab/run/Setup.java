package dev.wherry.lab.run;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.site.Ground;
import dev.wherry.lab.site.Place;
import dev.wherry.lab.site.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one host of a run starts its processes with.
 *
 * @param lab a hash of the lab's own code
 * @param flags that each virtual machine has from the lab's environment
 * @param systems those that it starts processes of, in order
 */
record Setup(String lab, String flags, List<Entered> systems) {
    /** A system with a hash of all that it is made of. */
    record Entered(String system, String hash) {}

    /** This host's. */
    static Setup here(List<Peer> peers, Workshop workshop) throws IOException {
        return new Setup(Workshop.fingerprintOfTheLab(), Place.inherited(), entered(peers, workshop::fingerprint));
    }

    /** The servers' host's; null where that is this one. */
    static @Nullable Setup there(List<Peer> peers, Ground ground) throws IOException, InterruptedException {
        if (ground.host() == null) {
            return null;
        }
        Site servers = ground.servers();
        List<Peer> served = peers.stream().filter(ground::servesElsewhere).toList();
        return new Setup(
                servers.fingerprintOfTheLab(),
                servers.inheritedFlags(),
                entered(served, peer -> servers.fingerprint(peer.name())));
    }

    private interface Hash {
        String of(Peer peer) throws IOException;
    }

    private static List<Entered> entered(List<Peer> peers, Hash hash) throws IOException {
        List<Entered> systems = new ArrayList<>();
        for (Peer peer : peers) {
            systems.add(new Entered(peer.name(), hash.of(peer)));
        }
        return systems;
    }

    /** What is no longer the same, each in words that begin with where. */
    List<String> changes(String where, Setup now) {
        List<String> changes = new ArrayList<>();
        if (!lab.equals(now.lab)) {
            changes.add(where + "the lab's own code is another");
        }
        if (!flags.equals(now.flags)) {
            changes.add("%sthe environment's JVM flags were '%s' and are '%s'".formatted(where, flags, now.flags));
        }
        String changed = systems.stream()
                .filter(each -> !now.systems.contains(each))
                .map(Entered::system)
                .collect(Collectors.joining(", "));
        if (!changed.isEmpty()) {
            changes.add(where + "these systems, or what they are made of, have changed: " + changed);
        }
        return changes;
    }
}
