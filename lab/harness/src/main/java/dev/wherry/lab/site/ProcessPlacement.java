package dev.wherry.lab.site;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.RemoteServers;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.process.Scratch;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Transports;
import dev.wherry.lab.site.Place.Places;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The places of the processes of a run, one for its servers and one for its clients. Closing it ends all servers. */
public final class ProcessPlacement implements AutoCloseable {
    private final Workshop workshop;
    private final Places places;
    private final String label;
    private final boolean apart;
    private final Runnable end;
    private final Set<Child> started = new HashSet<>();
    private boolean closed;

    private ProcessPlacement(Workshop workshop, Places places, String label, boolean apart, Runnable end) {
        this.workshop = workshop;
        this.places = places;
        this.label = label;
        this.apart = apart;
        this.end = end;
    }

    /** Creates the placement of a plan. */
    public static ProcessPlacement of(RunPlan plan, boolean smoke, Workshop workshop)
            throws IOException, InterruptedException {
        Scratch.removeLeftOvers();
        Veth.removeLeftOvers();
        RemoteServers remote = plan.remoteServers();
        if (remote != null) {
            Place server = Place.remote(remote);
            return of(workshop, new Places(server, Place.ANYWHERE), smoke, Cell.TWO_HOSTS, true, () -> {});
        }
        Placement placement = plan.placement();
        if (placement == Placement.VETH) {
            Veth veth = Veth.create();
            return of(workshop, veth.places(), smoke, placement.label(), true, veth::close);
        }
        return of(workshop, Processors.pin(placement), smoke, placement.label(), false, () -> {});
    }

    private static ProcessPlacement of(
            Workshop workshop, Places places, boolean smoke, String label, boolean apart, Runnable end) {
        return new ProcessPlacement(workshop, smoke ? places.forSmoke() : places, label, apart, end);
    }

    public Place clients() {
        return places.client();
    }

    public boolean isRemote() {
        return places.server().remote();
    }

    public String label() {
        return label;
    }

    /** Returns why a system cannot be placed so; empty if it can. */
    public Optional<String> refusal(Peer peer) {
        if (!apart) {
            return Optional.empty();
        }
        if (peer.server() == null) {
            return Optional.of("it is one process, so its two ends cannot be apart");
        }
        if (!peer.hosts()) {
            return Optional.of(
                    Transports.stayWithinAHost(peer.transport())
                            ? "its two ends meet within one host only: it goes over " + peer.transport()
                            : "its adapter has no setting for the address at which it listens");
        }
        return Optional.empty();
    }

    public Child serve(Peer peer) throws IOException {
        List<String> command = peer.server();
        if (command == null) {
            throw new IOException("%s is one process and has no server".formatted(peer.name()));
        }
        Child child = places.server().start(workshop.expand(peer, command, Map.of()), workshop.cache(peer));
        keep(child);
        return child;
    }

    /** A server that was being started while this was closed ends as well. Those that have ended are forgotten. */
    private synchronized void keep(Child child) throws IOException {
        if (closed) {
            child.end(Duration.ZERO);
            throw new IOException("the run that it was started for has ended");
        }
        started.removeIf(Child::hasEnded);
        started.add(child);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            started.forEach(child -> child.end(Duration.ZERO));
        }
        end.run();
    }
}
