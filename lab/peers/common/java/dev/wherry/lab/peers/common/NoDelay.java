package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Goes to the server and comes back, and asks the kernel there whether the connections that were accepted have TCP_NODELAY, and
 * here of those that were made. For serializers that call {@code readResolve}, as the JDK's does.
 */
public final class NoDelay implements Comparable<NoDelay>, Serializable {
    private static final long serialVersionUID = 1L;

    private String server;
    private String client;

    private NoDelay() {}

    /** As versions are told: "client on, server off". */
    public static Map<String, String> seen(Service service) throws Exception {
        List<NoDelay> sent = new ArrayList<>();
        sent.add(new NoDelay());
        NoDelay back = service.processRequest(sent).iterator().next();
        return Map.of("TCP_NODELAY", "client %s, server %s".formatted(back.client, back.server));
    }

    private Object readResolve() throws IOException {
        if (server == null) {
            server = Tcp.noDelay(true);
        } else {
            client = Tcp.noDelay(false);
        }
        return this;
    }

    /** There is one alone. */
    @Override
    public int compareTo(NoDelay other) {
        return 0;
    }
}
