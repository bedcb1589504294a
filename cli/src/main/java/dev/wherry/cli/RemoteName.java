package dev.wherry.cli;

import java.net.URI;

/**
 * The address and name of a bound object: {@code tcp://host:5739/bank} or {@code unix:/run/bank.sock#bank}. On the command
 * line {@code .METHOD} may follow.
 *
 * @param address of the endpoint, without the name
 * @param name empty if the address has none
 */
record RemoteName(String address, String name) {
    static RemoteName parse(String text) {
        URI uri = Addresses.parse(text);
        int cut = uri.isOpaque() || uri.getAuthority() == null ? text.indexOf('#') : nameAfterAuthority(text);
        return cut < 0 ? new RemoteName(text, "") : new RemoteName(text.substring(0, cut), text.substring(cut + 1));
    }

    private static int nameAfterAuthority(String text) {
        int start = text.indexOf('/', text.indexOf("://") + 3);
        return start < 0 ? -1 : start;
    }
}
