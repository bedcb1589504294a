package dev.wherry.lab.site;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.process.Processes;
import dev.wherry.lab.results.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A place on this host, with the systems of its checkout. For any thread. */
public final class LocalSite implements Site, AutoCloseable {
    private final Map<String, Peer> peers;
    private final Workshop workshop;
    private final Place place;
    private final Set<LocalChild> started = new HashSet<>();
    private boolean closed;

    /** With these systems, by name. */
    public LocalSite(Map<String, Peer> peers, Workshop workshop, Place place) {
        this.peers = peers;
        this.workshop = workshop;
        this.place = place;
    }

    @Override
    public Machine machine() throws IOException, InterruptedException {
        return MachineSheet.read(workshop.root());
    }

    @Override
    public void prepare(String system) throws IOException, InterruptedException {
        Peer peer = peer(system);
        if (peer.doesNotRun() != null) {
            throw new IOException(peer.doesNotRun());
        }
        workshop.probeAndPrepare(peer);
    }

    @Override
    public String fingerprint(String system) throws IOException {
        return workshop.fingerprint(peer(system));
    }

    @Override
    public String fingerprintOfTheLab() throws IOException {
        return Workshop.fingerprintOfTheLab();
    }

    @Override
    public String inheritedFlags() {
        return Place.inherited();
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed && !Processes.areEnding();
    }

    @Override
    public Child serve(String system) throws IOException {
        Peer peer = peer(system);
        List<String> command = peer.server();
        if (command == null) {
            throw new IOException("%s is one process and has no server".formatted(system));
        }
        LocalChild child = place.launch(workshop.expand(peer, command, Map.of()), workshop.cache(peer));
        keep(child);
        return child;
    }

    /** A child that was being started while the site was closed ends as well. Those that were ended need nobody. */
    private synchronized void keep(LocalChild child) throws IOException {
        if (closed) {
            child.end(Duration.ZERO);
            throw new IOException("the run that it was started for has ended");
        }
        started.removeIf(LocalChild::hasEnded);
        started.add(child);
    }

    private Peer peer(String system) throws IOException {
        Peer peer = peers.get(system);
        if (peer == null) {
            throw new IOException(
                    "there is no sound system %s; there are: %s".formatted(system, String.join(", ", peers.keySet())));
        }
        return peer;
    }

    /** Ends whatever was started here. */
    @Override
    public synchronized void close() {
        closed = true;
        started.forEach(child -> child.end(Duration.ZERO));
    }
}
