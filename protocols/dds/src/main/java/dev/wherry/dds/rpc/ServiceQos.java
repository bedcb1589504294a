package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.types.Representation;
import java.time.Duration;

/** The policies of the topics of a service: reliable, nothing is left out, nothing is kept for readers that join later. */
final class ServiceQos {
    private ServiceQos() {}

    /** @param maxBlocking how long a write may wait for readers that lag behind */
    static Qos of(DomainAddress address, Duration maxBlocking, Representation representation) {
        return Qos.builder()
                .keepAll()
                .maxBlocking(maxBlocking)
                .representations(representation)
                .partition(address.partition())
                .build();
    }
}
