package dev.wherry.dds.engine;

import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.List;

/** Builds a {@link Qos}, whose page explains each policy. For one thread. */
public final class QosBuilder {
    private Qos.Reliability reliability;
    private Duration maxBlocking;
    private int depth;
    private Qos.Durability durability;
    private Qos.Ownership ownership;
    private int strength;
    private Qos.Liveliness liveliness;
    private Duration lease;
    private Duration deadline;
    private Duration latencyBudget;
    private Duration lifespan;
    private List<String> partitions;
    private int transportPriority;
    private Qos.DestinationOrder destinationOrder;
    private Qos.ResourceLimits limits;
    private List<Representation> representations;
    private boolean autoDispose;
    private String userData;

    QosBuilder(Qos from) {
        reliability = from.reliability();
        maxBlocking = from.maxBlocking();
        depth = from.depth();
        durability = from.durability();
        ownership = from.ownership();
        strength = from.strength();
        liveliness = from.liveliness();
        lease = from.lease();
        deadline = from.deadline();
        latencyBudget = from.latencyBudget();
        lifespan = from.lifespan();
        partitions = from.partitions();
        transportPriority = from.transportPriority();
        destinationOrder = from.destinationOrder();
        limits = from.limits();
        representations = from.representations();
        autoDispose = from.autoDispose();
        userData = from.userData();
    }

    public QosBuilder reliability(Qos.Reliability value) {
        reliability = value;
        return this;
    }

    public QosBuilder maxBlocking(Duration value) {
        maxBlocking = value;
        return this;
    }

    public QosBuilder depth(int value) {
        depth = value;
        return this;
    }

    /** Keeps all samples, within the resource limits. */
    public QosBuilder keepAll() {
        return depth(0);
    }

    public QosBuilder durability(Qos.Durability value) {
        durability = value;
        return this;
    }

    public QosBuilder ownership(Qos.Ownership value) {
        ownership = value;
        return this;
    }

    public QosBuilder strength(int value) {
        strength = value;
        return this;
    }

    public QosBuilder liveliness(Qos.Liveliness value) {
        liveliness = value;
        return this;
    }

    public QosBuilder lease(Duration value) {
        lease = value;
        return this;
    }

    public QosBuilder deadline(Duration value) {
        deadline = value;
        return this;
    }

    public QosBuilder latencyBudget(Duration value) {
        latencyBudget = value;
        return this;
    }

    public QosBuilder lifespan(Duration value) {
        lifespan = value;
        return this;
    }

    /** Sets one partition. An empty name leaves the default. */
    public QosBuilder partition(String name) {
        return name.isEmpty() ? this : partitions(name);
    }

    public QosBuilder partitions(String... values) {
        partitions = List.of(values);
        return this;
    }

    public QosBuilder transportPriority(int value) {
        transportPriority = value;
        return this;
    }

    public QosBuilder destinationOrder(Qos.DestinationOrder value) {
        destinationOrder = value;
        return this;
    }

    public QosBuilder limits(Qos.ResourceLimits value) {
        limits = value;
        return this;
    }

    public QosBuilder representations(Representation... values) {
        representations = List.of(values);
        return this;
    }

    public QosBuilder autoDispose(boolean value) {
        autoDispose = value;
        return this;
    }

    public QosBuilder userData(String value) {
        userData = value;
        return this;
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    public Qos build() {
        return new Qos(
                reliability,
                maxBlocking,
                depth,
                durability,
                ownership,
                strength,
                liveliness,
                lease,
                deadline,
                latencyBudget,
                lifespan,
                partitions,
                transportPriority,
                destinationOrder,
                limits,
                representations,
                autoDispose,
                userData);
    }
}
