package dev.wherry.cli;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Something bound at an address: {@code tcp://host:5739/bank}, {@code unix:/run/bank.sock#bank}; on the command line
 * {@code .METHOD} may follow.
 *
 * @param address of the endpoint, without the name
 * @param name empty if none is given
 */
record RemoteName(String address, String name) {
    static RemoteName parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new CommandException(ExitCode.USAGE, "'" + text + "' is no URI: " + e.getReason(), e);
        }
        if (uri.getScheme() == null) {
            throw new CommandException(
                    ExitCode.USAGE, "'" + text + "' has no scheme; an address is such as tcp://host:5739");
        }
        if (uri.isOpaque() && uri.getRawSchemeSpecificPart().matches("\\d+([/#].*)?")) {
            throw new CommandException(
                    ExitCode.USAGE, "'" + text + "' has no scheme; did you mean tcp://" + text + "?");
        }
        int cut = uri.isOpaque() || uri.getAuthority() == null ? text.indexOf('#') : nameAfterAuthority(text);
        return cut < 0 ? new RemoteName(text, "") : new RemoteName(text.substring(0, cut), text.substring(cut + 1));
    }

    private static int nameAfterAuthority(String text) {
        int start = text.indexOf('/', text.indexOf("://") + 3);
        return start < 0 ? -1 : start;
    }
}
