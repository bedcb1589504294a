package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.UnsupportedTypeException;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves each bound name as a service of one domain, with a thread that receives all requests. */
public final class ServiceListener implements Listener {
    private final DomainAddress address;
    private final Participant participant;
    private final Engine engine;
    private final DdsOptions options;
    private final QosSource xml;
    private final ServedCalls calls;
    private final SampleReceiver receiver;
    private final Map<String, Entry> entries = new HashMap<>(); // guarded by this
    private boolean closed; // guarded by this

    /** @param service null if the interface cannot be served */
    private record Entry(Class<?> type, @Nullable Service service) {}

    private ServiceListener(
            DomainAddress address,
            Engine engine,
            Participant participant,
            QosSource xml,
            Protocol.Objects objects,
            EndpointOptions options) {
        this.address = address;
        this.engine = engine;
        this.participant = participant;
        this.options = DdsOptions.in(options);
        this.xml = xml;
        calls = new ServedCalls(objects, options);
        receiver = new SampleReceiver(participant, "wherry-dds-requests");
    }

    /**
     * Joins the domain, and begins to serve what is bound.
     *
     * @throws IllegalArgumentException if the engine does not accept a profile of the options
     */
    public static ServiceListener start(
            DomainAddress address, Engine engine, Protocol.Objects objects, EndpointOptions options) {
        QosSource xml = QosSource.parse(DdsOptions.in(options).qos(), address.domain());
        xml.check(engine);
        Participant participant = engine.open(address.domain(), DdsOptions.in(options));
        boolean started = false;
        try {
            ServiceListener listener = new ServiceListener(address, engine, participant, xml, objects, options);
            listener.receiver.start();
            listener.bindingsChanged();
            started = true;
            return listener;
        } finally {
            if (!started) {
                participant.close();
            }
        }
    }

    @Override
    public URI address() {
        return address.uri();
    }

    @Override
    public synchronized void bindingsChanged() {
        if (closed) {
            return;
        }
        List<String> names = calls.objects().names();
        entries.entrySet().removeIf(each -> {
            boolean gone = !names.contains(each.getKey())
                    || each.getValue().type() != calls.objects().type(each.getKey());
            Service service = each.getValue().service();
            if (gone && service != null) {
                service.stop(receiver);
            }
            return gone;
        });
        for (String name : names) {
            Class<?> type = calls.objects().type(name);
            if (type != null && !entries.containsKey(name)) {
                entries.put(name, new Entry(type, serve(name, type)));
            }
        }
    }

    /** Returns null, and logs why, if an object cannot be served. Binding it succeeds, as other protocols may serve it. */
    private @Nullable Service serve(String name, Class<?> type) {
        try {
            ServiceInterface methods = ServiceInterface.of(type, options, engine);
            String refusals = methods.refusals();
            if (!refusals.isEmpty() && Refusals.isFirst(type)) {
                DdsLog.LOG.log(
                        Level.WARNING, "Not all methods of " + type.getName() + " are served over DDS:" + refusals);
            }
            ServicePolicies policies = policies(name, methods);
            Service service = new Service(name, methods, policies, participant, calls);
            service.start(receiver);
            return service;
        } catch (UnsupportedTypeException | DdsException | IllegalArgumentException | CallException e) {
            DdsLog.LOG.log(Level.WARNING, "'" + name + "' is not served over DDS: " + e.getMessage());
            return null;
        }
    }

    private ServicePolicies policies(String name, ServiceInterface methods) {
        Qos base = ServiceQos.of(address, options.writeTimeout(), methods.representation());
        return new ServicePolicies(name, methods.types(), base, xml, options.replication(), engine);
    }

    /** Receives no more requests, lets calls end within the drain time of the endpoint, refuses those that wait, and leaves the domain. */
    @Override
    public void close() {
        List<Entry> all;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            all = List.copyOf(entries.values());
        }
        all.forEach(each -> {
            if (each.service() != null) {
                each.service().stop(receiver);
            }
        });
        receiver.close();
        calls.drain();
        calls.executors().close();
        all.forEach(each -> {
            if (each.service() != null) {
                each.service().close();
            }
        });
        participant.close();
    }
}
