package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a participant finds others, as Fast DDS reads it. It uses UDP alone: the library's shared memory would leave files behind.
 *
 * @param peers hosts on which others are found, without multicast; none: all hosts in reach of multicast
 * @param loopback whether only processes of this machine find each other, without multicast
 */
record ParticipantProfile(int domain, Duration lease, List<String> peers, boolean loopback) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANY = "0.0.0.0";

    /** The participants of a domain that a host can have without multicast, as with the other engine. */
    private static final int PARTICIPANTS = 30;

    /**
     * Returns the text of the profile.
     *
     * @param name of it, which no other profile of this process has
     */
    String xml(String name) {
        List<String> addresses = loopback ? List.of(LOOPBACK) : addresses();
        Xml xml = new Xml();
        xml.element("transport_descriptors", () -> xml.element("transport_descriptor", () -> transport(xml, name)));
        xml.element("participant profile_name=\"" + name + "\"", () -> {
            xml.element("domainId", domain);
            xml.element("rtps", () -> {
                xml.element("builtin", () -> {
                    xml.element("discovery_config", () -> {
                        xml.element("leaseDuration", lease);
                        xml.element("leaseAnnouncement", lease.dividedBy(3));
                    });
                    if (!addresses.isEmpty()) {
                        // With an address of its own a participant does not listen to multicast.
                        locators(xml, "metatrafficUnicastLocatorList", List.of(loopback ? LOOPBACK : ANY));
                        locators(xml, "initialPeersList", addresses);
                    }
                });
                xml.element("userTransports", () -> xml.element("transport_id", name));
                xml.element("useBuiltinTransports", "false");
            });
        });
        return Xml.document(xml);
    }

    private void transport(Xml xml, String name) {
        xml.element("transport_id", name);
        xml.element("type", "UDPv4");
        xml.element("maxInitialPeersRange", PARTICIPANTS);
        if (loopback) {
            xml.element("interfaceWhiteList", () -> xml.element("address", LOOPBACK));
        }
    }

    private static void locators(Xml xml, String name, List<String> addresses) {
        xml.element(
                name,
                () -> addresses.forEach(each ->
                        xml.element("locator", () -> xml.element("udpv4", () -> xml.element("address", each)))));
    }

    private List<String> addresses() {
        List<String> found = new ArrayList<>();
        for (String each : peers) {
            try {
                for (InetAddress address : InetAddress.getAllByName(each)) {
                    if (address instanceof Inet4Address) {
                        found.add(address.getHostAddress());
                    }
                }
            } catch (UnknownHostException e) {
                throw new DdsException(DdsException.Kind.REFUSED, "The peer '" + each + "' is an unknown host");
            }
        }
        if (found.isEmpty() && !peers.isEmpty()) {
            throw Refusal.of("A list of peers without an IPv4 address");
        }
        return found;
    }
}
