package dev.wherry.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/** Who can reach an address. */
final class Addresses {
    private static final Set<String> OF_THIS_MACHINE = Set.of("unix", "shm", "inprocess");

    private Addresses() {}

    /** Whether only this machine can; no if in doubt. */
    static boolean isLocal(String address) {
        try {
            URI uri = new URI(address);
            return OF_THIS_MACHINE.contains(uri.getScheme())
                    || (uri.getHost() != null
                            && Arrays.stream(InetAddress.getAllByName(uri.getHost()))
                                    .allMatch(InetAddress::isLoopbackAddress));
        } catch (URISyntaxException | UnknownHostException e) {
            return false; // to listen there will fail and say why
        }
    }
}
