package dev.wherry.cli;

import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import dev.wherry.spi.Transport;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** What an address is to this program, before anything is opened there. */
final class Addresses {
    private static final Set<String> OF_THIS_MACHINE = Set.of("unix", "shm", "inprocess");

    private Addresses() {}

    /**
     * Refuses what no endpoint could open.
     *
     * @throws CommandException if it is no address, or of a scheme for which nothing is installed
     */
    static void check(String address) {
        RemoteName.parse(address);
        String scheme = URI.create(address).getScheme();
        Set<String> known = schemes();
        if (!known.contains(scheme)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "Nothing here knows the scheme '%s' of '%s'; there is: %s"
                            .formatted(scheme, address, String.join(", ", known)));
        }
    }

    private static Set<String> schemes() {
        Set<String> all = new TreeSet<>();
        ServiceLoader.load(Transport.class).forEach(each -> all.add(each.scheme()));
        ServiceLoader.load(Protocol.class).forEach(each -> all.addAll(each.schemes()));
        ServiceLoader.load(Resolver.class).forEach(each -> all.add(each.scheme()));
        return all;
    }

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
