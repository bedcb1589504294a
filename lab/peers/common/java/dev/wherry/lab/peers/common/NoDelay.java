package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Is sent to the server and back. There it asks the kernel whether the accepted connections have TCP_NODELAY, and here
 * whether those that were made have it. It is for serializers that call {@code readResolve}, as the JDK's does.
 */
public final class NoDelay implements Comparable<NoDelay>, Serializable {
    private static final long serialVersionUID = 1L;

    private String server;
    private String client;

    private NoDelay() {}

    /** Returns a text that is reported like a version, such as "client on, server off". */
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

    /** Returns the only object of this class. */
    @Override
    public int compareTo(NoDelay other) {
        return 0;
    }
}
