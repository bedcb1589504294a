package dev.wherry.lab.driver;

import java.util.List;

/**
 * What stands before the commands that start a server and a client, to keep them on their processors.
 *
 * @param server before the server's command; empty for none
 * @param client likewise
 */
public record Pinning(List<String> server, List<String> client) {
    /** Nothing: the kernel chooses. */
    public static final Pinning NONE = new Pinning(List.of(), List.of());
}
