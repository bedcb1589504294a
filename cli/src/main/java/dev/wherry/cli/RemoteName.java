package dev.wherry.cli;

/**
 * The address and name of a bound object: {@code tcp://host:5739/bank} or {@code unix:/run/bank.sock#bank}. On the command
 * line {@code .METHOD} may follow.
 *
 * @param address of the endpoint, without the name
 * @param name empty if the address has none
 */
record RemoteName(String address, String name) {
    static RemoteName parse(String text) {
        Addresses.check(text);
        int authority = text.indexOf("://") + 3;
        boolean isPath = authority < 3 || text.startsWith("/", authority);
        int cut = text.indexOf(isPath ? '#' : '/', isPath ? 0 : authority);
        return cut < 0 ? new RemoteName(text, "") : new RemoteName(text.substring(0, cut), text.substring(cut + 1));
    }
}
