package dev.wherry.dds.rpc;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import java.time.Duration;

/** The policies of the topics of a service: reliable, nothing is left out, nothing is kept for readers that join later. */
final class ServiceQos {
    private ServiceQos() {}

    /** Returns the encoding of the calls: what both the options and the engine allow. */
    static Qos.Representation representation(DdsOptions options, Engine engine) {
        return options.isXcdr1() ? Qos.Representation.XCDR1 : engine.representation();
    }

    static Qos of(ServiceAddress address, DdsOptions options, Engine engine) {
        return of(address, options.writeTimeout(), representation(options, engine));
    }

    /** @param maxBlocking how long a write may wait for readers that lag behind */
    static Qos of(ServiceAddress address, Duration maxBlocking, Qos.Representation representation) {
        var qos = Qos.builder().keepAll().maxBlocking(maxBlocking).representations(representation);
        return (address.partition().isEmpty() ? qos : qos.partitions(address.partition())).build();
    }
}
