package dev.wherry.lab.site;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.ServersOn;
import dev.wherry.lab.process.Scratch;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.ServerHost;
import dev.wherry.lab.results.Transports;
import dev.wherry.spi.Identity;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the processes of a run are: its servers at a site, its clients at a place of this host. */
public final class Ground implements AutoCloseable {
    /** Any port does: nothing is sent. */
    private static final int DISCARD = 9;

    private final Site servers;
    private final Place clients;
    private final String placement;
    private final boolean apart;
    private final @Nullable ServerHost host;
    private final Runnable end;

    private Ground(
            Site servers, Place clients, String placement, boolean apart, @Nullable ServerHost host, Runnable end) {
        this.servers = servers;
        this.clients = clients;
        this.placement = placement;
        this.apart = apart;
        this.host = host;
        this.end = end;
    }

    /**
     * On this host, with these systems by name.
     *
     * @param hasty whether figures mean nothing there
     */
    public static Ground here(Placement placement, boolean hasty, Map<String, Peer> peers, Workshop workshop)
            throws IOException, InterruptedException {
        Scratch.removeLeftOvers();
        Veth.removeLeftOvers();
        if (placement == Placement.VETH) {
            Veth veth = Veth.lay();
            return on(veth.places(), hasty, placement, peers, workshop, veth::close);
        }
        return on(Processors.pin(placement), hasty, placement, peers, workshop, () -> {});
    }

    private static Ground on(
            Places pinned,
            boolean hasty,
            Placement placement,
            Map<String, Peer> peers,
            Workshop workshop,
            Runnable end) {
        Places places = hasty ? pinned.inHaste() : pinned;
        LocalSite site = new LocalSite(peers, workshop, places.server());
        boolean apart = placement == Placement.VETH;
        return new Ground(site, places.client(), placement.label(), apart, null, () -> {
            site.close();
            end.run();
        });
    }

    /**
     * With servers where such an agent is.
     *
     * @param hasty whether figures mean nothing there
     * @throws CallException where there is none, or it turns this lab away
     */
    public static Ground withServersOn(ServersOn other, boolean hasty) throws IOException, InterruptedException {
        Scratch.removeLeftOvers();
        // One connection, quiet while there is nothing to say: the figures are others'.
        Endpoint endpoint =
                Endpoint.create(EndpointOptions.defaults().withLanes(0).withSharedMemory(false));
        try {
            dev.wherry.Peer agent = endpoint.connect(other.uri());
            InetAddress there = address(agent.identity());
            boolean apart = !there.isLoopbackAddress();
            Site servers = agent.lookup(Agency.NAME, Agency.class).enter(other.token(), text(there), hasty);
            ServerHost host = new ServerHost(other.uri(), servers.machine(), servers.inheritedFlags());
            Place here = new Place(List.of(), text(apart ? facing(there) : there), hasty);
            return new Ground(
                    servers, here, apart ? Cell.TWO_HOSTS : Placement.FREE.label(), apart, host, endpoint::close);
        } catch (LabException refused) {
            endpoint.close();
            throw noAgent(other, Code.REFUSED, refused);
        } catch (CallException failed) {
            endpoint.close();
            throw noAgent(other, failed.code(), failed);
        } catch (IOException | InterruptedException | RuntimeException failed) {
            endpoint.close();
            throw failed;
        }
    }

    private static CallException noAgent(ServersOn other, Code why, RuntimeException cause) {
        return new CallException(why, "The agent at %s: %s".formatted(other.uri(), cause.getMessage()), cause);
    }

    /** By which it was reached; loopback where that took no network. */
    private static InetAddress address(Identity agent) {
        String name = agent.name();
        return agent.kind().equals("address") && name != null
                ? InetAddress.ofLiteral(name.substring(0, name.lastIndexOf(':')))
                : InetAddress.ofLiteral(Place.LOOPBACK);
    }

    /** The address of this host that another one sees; asking the kernel for the way sends nothing. */
    private static InetAddress facing(InetAddress there) throws IOException {
        try (DatagramSocket way = new DatagramSocket()) {
            way.connect(new InetSocketAddress(there, DISCARD));
            return way.getLocalAddress();
        }
    }

    private static String text(InetAddress address) {
        return address.getHostAddress();
    }

    public Site servers() {
        return servers;
    }

    public Place clients() {
        return clients;
    }

    /** As the results name it. */
    public String placement() {
        return placement;
    }

    /** The other host that servers are on; null where they are on this one. */
    public @Nullable ServerHost host() {
        return host;
    }

    /** Why a system cannot be here; empty where it can. */
    public Optional<String> refusal(Peer peer, boolean relayed) {
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
                            : "its adapter cannot tell it yet at which address to listen");
        }
        return relayed
                ? Optional.of("the relay that makes the distance stands on loopback, and its two ends do not share one")
                : Optional.empty();
    }

    /** Whether a system's servers run on another host than its clients. */
    public boolean servesElsewhere(Peer peer) {
        return host != null && peer.server() != null && refusal(peer, false).isEmpty();
    }

    /** Prepares what has to be prepared elsewhere than with the clients. */
    public void prepare(Peer peer) throws IOException, InterruptedException {
        if (host == null || !servesElsewhere(peer)) {
            return;
        }
        try {
            servers.prepare(peer.name());
        } catch (IOException | CallException notPrepared) {
            checkAgent();
            throw new IOException("at %s: %s".formatted(host.agent(), notPrepared.getMessage()), notPrepared);
        }
    }

    /**
     * To be asked where something has failed, since it is not a system's fault that its servers' host went away.
     *
     * @throws CallException where servers are on another host, and its agent is gone
     */
    public void checkAgent() throws InterruptedException {
        if (host == null) {
            return;
        }
        try {
            if (!servers.isOpen()) {
                throw new CallException(Code.UNAVAILABLE, "it is ending");
            }
        } catch (CallException lost) {
            if (lost.code() == Code.CANCELLED) {
                throw new InterruptedException(lost.getMessage());
            }
            throw new CallException(
                    Code.UNAVAILABLE, "The agent at %s is gone: %s".formatted(host.agent(), lost.getMessage()), lost);
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
