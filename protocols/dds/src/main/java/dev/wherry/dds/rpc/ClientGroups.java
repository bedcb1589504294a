package dev.wherry.dds.rpc;

import dev.wherry.EndpointOptions;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.types.UnsupportedTypeException;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** The domains that the stubs of an endpoint use. Each is left with the last stub. For any thread. */
public final class ClientGroups {
    private final EndpointOptions options;
    private final IntFunction<Participant> joining;
    private final Map<Integer, ClientGroup> groups = new HashMap<>(); // guarded by itself

    /** @param joining joins a domain */
    public ClientGroups(EndpointOptions options, IntFunction<Participant> joining) {
        this.options = options;
        this.joining = joining;
    }

    /**
     * Returns a connection to a service, once one was found.
     *
     * @throws dev.wherry.CallException NOT_FOUND if none was found in time
     * @throws UnsupportedTypeException if the interface cannot be called over DDS
     */
    public Protocol.Remote connect(
            ServiceAddress address, String name, Class<?> type, Duration limit, Protocol.Memory memory)
            throws UnsupportedTypeException {
        ServiceInterface methods = ServiceInterface.of(type);
        ClientGroup group;
        synchronized (groups) {
            group = groups.computeIfAbsent(address.domain(), domain -> new ClientGroup(joining.apply(domain)));
            group.enter();
        }
        boolean found = false;
        try {
            ServiceClient client = new ServiceClient(
                    address, name, methods, group, memory, options, () -> leave(address.domain(), group));
            try {
                client.find(limit);
                found = true;
                return client;
            } finally {
                if (!found) {
                    client.close();
                    found = true; // it has left the group
                }
            }
        } finally {
            if (!found) {
                leave(address.domain(), group);
            }
        }
    }

    private void leave(int domain, ClientGroup group) {
        synchronized (groups) {
            if (!group.leave()) {
                return;
            }
            groups.remove(domain);
        }
        group.close();
    }
}
