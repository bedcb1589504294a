package dev.wherry.cli;

import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import dev.wherry.spi.Transport;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks addresses before anything is opened there. */
final class Addresses {
    private static final Set<String> OF_THIS_MACHINE = Set.of("unix", "shm", "inprocess");

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[\\w.-]+):\\d+(,[^/?#]*)?([/#].*)?");

    /** The scheme, the addresses and the rest, such as a name. */
    private static final Pattern LIST = Pattern.compile("([^:/?#]+://)([^/?#]*,[^/?#]*)(.*)");

    private static final int HIGHEST_PORT = 65_535;

    private Addresses() {}

    /** @throws CommandException if the text is not an address or a list of some, or nothing is installed for its scheme */
    static void check(String text) {
        if (HOST_AND_PORT.matcher(text).matches()) {
            throw new CommandException(
                    ExitCode.USAGE, "'" + text + "' has no scheme: did you mean tcp://" + text + "?");
        }
        Matcher list = LIST.matcher(text);
        if (list.matches()) {
            for (String each : list.group(2).split(",", -1)) {
                checkOne(text, list.group(1) + each + list.group(3));
            }
        } else {
            checkOne(text, text);
        }
    }

    private static void checkOne(String text, String address) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw new CommandException(ExitCode.USAGE, "'" + text + "' is not a URI: " + e.getReason(), e);
        }
        if (uri.getScheme() == null) {
            throw new CommandException(
                    ExitCode.USAGE, "'" + text + "' has no scheme: write an address such as tcp://host:5739");
        }
        Set<String> known = schemes();
        if (!known.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "Unknown scheme '%s' in '%s'. Known schemes: %s"
                            .formatted(uri.getScheme(), text, String.join(", ", known)));
        }
        if (uri.getPort() > HIGHEST_PORT) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "Invalid port %d in '%s': the highest port is %d".formatted(uri.getPort(), text, HIGHEST_PORT));
        }
    }

    private static Set<String> schemes() {
        Set<String> all = new TreeSet<>();
        ServiceLoader.load(Transport.class).forEach(each -> all.add(each.scheme()));
        ServiceLoader.load(Protocol.class).forEach(each -> all.addAll(each.schemes()));
        ServiceLoader.load(Resolver.class).forEach(each -> all.add(each.scheme()));
        return all;
    }

    /** Returns whether only programs of this machine can connect to an address. In doubt it returns false. */
    static boolean isLocal(String address) {
        try {
            URI uri = new URI(address);
            return OF_THIS_MACHINE.contains(uri.getScheme())
                    || (uri.getHost() != null
                            && Arrays.stream(InetAddress.getAllByName(uri.getHost()))
                                    .allMatch(InetAddress::isLoopbackAddress));
        } catch (URISyntaxException | UnknownHostException e) {
            return false; // listening there fails, and the failure has the reason
        }
    }
}
