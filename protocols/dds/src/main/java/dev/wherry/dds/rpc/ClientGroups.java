package dev.wherry.dds.rpc;

import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.UnsupportedTypeException;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The domains that the stubs of an endpoint use. Each is left with the last stub. For any thread. */
public final class ClientGroups {
    private final EndpointOptions options;
    private final Supplier<? extends Engine> engine;
    /** The policies of XML in each domain. */
    private final Map<Integer, QosSource> xml = new ConcurrentHashMap<>();

    private final Map<Integer, ClientGroup> groups = new HashMap<>(); // guarded by itself

    /** @param engine loads the engine */
    public ClientGroups(EndpointOptions options, Supplier<? extends Engine> engine) {
        this.options = options;
        this.engine = engine;
    }

    /**
     * Returns a connection to a service, once one was found.
     *
     * @param limit zero: it is found at the first call
     * @throws dev.wherry.CallException NOT_FOUND if none was found in time
     * @throws UnsupportedTypeException if the interface cannot be called over DDS
     */
    public Protocol.Remote connect(
            DomainAddress address, String name, Class<?> type, Duration limit, Protocol.Memory memory)
            throws UnsupportedTypeException {
        DdsOptions dds = DdsOptions.in(options);
        Engine loaded = engine.get();
        ServiceInterface methods = ServiceInterface.of(type, dds, loaded);
        Qos base = ServiceQos.of(address, dds.writeTimeout(), methods.representation());
        QosSource set = xml.computeIfAbsent(address.domain(), domain -> QosSource.parse(dds.qos(), domain));
        ServicePolicies policies = new ServicePolicies(name, methods.types(), base, set, dds.replication(), loaded);
        ServiceClient client = create(address, name, methods, policies, memory, loaded);
        boolean found = false;
        try {
            if (!limit.isZero()) {
                client.find(limit);
            }
            found = true;
            return client;
        } finally {
            if (!found) {
                client.close();
            }
        }
    }

    /** Returns a client that leaves its group when it is closed. */
    private ServiceClient create(
            DomainAddress address,
            String name,
            ServiceInterface methods,
            ServicePolicies policies,
            Protocol.Memory memory,
            Engine loaded) {
        int domain = address.domain();
        ClientGroup group;
        synchronized (groups) {
            group = groups.computeIfAbsent(domain, _ -> new ClientGroup(loaded.open(domain, DdsOptions.in(options))));
            group.enter();
        }
        boolean created = false;
        try {
            ServiceClient client = new ServiceClient(
                    address, name, methods, policies, group, memory, options, () -> leave(domain, group));
            created = true;
            return client;
        } finally {
            if (!created) {
                leave(domain, group);
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
