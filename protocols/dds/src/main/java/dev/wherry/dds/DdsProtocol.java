package dev.wherry.dds;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Engines;
import dev.wherry.dds.rpc.ClientGroups;
import dev.wherry.dds.rpc.ServiceListener;
import dev.wherry.dds.types.UnsupportedTypeException;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code dds://domain}: bound objects as services in the data space, found by name without a broker. The calls are those of OMG DDS-RPC
 * 1.0, basic mapping, with XCDR2, or XCDR1 by {@link DdsOptions.Builder#xcdr1}.
 *
 * <p>An endpoint that listens at {@code dds://0} or, with a partition, at {@code dds://0/floor}, serves each bound name, also those that
 * are bound later. The topics of the name {@code bank} are {@code bank_Request} and {@code bank_Reply}. In the name of a topic, each byte
 * that is not a letter from a to z, a digit or one of {@code _-./} is written {@code %HH}. A look-up of {@code dds://0/bank}, or {@code
 * dds://0/bank?partition=floor}, waits until a server is found; see {@link DdsOptions.Builder#findTimeout}.
 *
 * <p>An operation with policies of its own, by {@link QualityOfService} or {@link DdsOptions.Builder#qos}, has a pair of topics of its own,
 * {@code bank:deposit_Request} and {@code bank:deposit_Reply}, with the same types. A server takes its requests at both pairs. A client
 * sends them to its own pair if it has the policies too.
 *
 * <p>The request has no field for a deadline: the caller's timeout ends its wait, and the server uses the timeout of the method or of its
 * own endpoint, counted from the moment at which the request is received. A request that waits for longer is not run. Cancelling a future
 * ends the wait only. Entries of the context are not sent. An exception that the method declares arrives as itself. Others are a code
 * without a text, and the server logs them.
 *
 * <p>The identity of a caller has the kind {@code dds} and the GUID of its participant as its name, in hexadecimal. It is what the request
 * says, and nothing proves it: each participant of the domain can send any.
 */
public final class DdsProtocol implements Protocol {
    private final EndpointOptions options;
    private final ClientGroups clients;
    private @Nullable Engine engine; // guarded by this

    /** Found by the service loader. */
    public DdsProtocol() {
        this(EndpointOptions.defaults());
    }

    private DdsProtocol(EndpointOptions options) {
        this.options = options;
        clients = new ClientGroups(options, this::engine);
    }

    /** Returns the engine of the options, which is searched once. */
    private synchronized Engine engine() {
        Engine loaded = engine;
        if (loaded == null) {
            loaded = Engines.load(DdsOptions.in(options).engine());
            engine = loaded;
        }
        return loaded;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("dds");
    }

    @Override
    public Protocol with(EndpointOptions options) {
        return new DdsProtocol(options);
    }

    @Override
    public Listener listen(URI at, Objects objects) throws IOException {
        DomainAddress address = DomainAddress.ofListener(at);
        try {
            return ServiceListener.start(address, engine(), objects, options);
        } catch (DdsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public Remote connect(URI to, Class<?> type, Duration limit, Memory memory) throws IOException {
        DomainAddress address = DomainAddress.ofService(to);
        try {
            return clients.connect(address, to.getPath().substring(1), type, limit, memory);
        } catch (UnsupportedTypeException e) {
            throw new CallException(
                    Code.INVALID_CALL, type.getName() + " cannot be called over DDS: " + e.getMessage(), e);
        } catch (DdsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
