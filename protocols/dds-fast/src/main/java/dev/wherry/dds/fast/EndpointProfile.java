package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Qos.ResourceLimits;
import dev.wherry.dds.types.Representation;
import java.time.Duration;

/** The policies of a reader or writer, as Fast DDS reads them. Policies that it cannot have are refused. */
record EndpointProfile(FastTopic topic, Qos qos, boolean isWriter) {
    /** The most bytes of a payload. The binding needs a limit, and a reader refuses longer ones. */
    static final int LARGEST = 1 << 20;

    /** The samples that a reader keeps until they are taken. Each may use all the bytes of a payload. Reliable writers send others again. */
    private static final int WAITING = 256;

    /** How long a lost sample may be unnoticed. The library's default is 3 s. */
    private static final Duration HEARTBEAT = Duration.ofMillis(20);

    /** @throws DdsException of kind REFUSED if Fast DDS or its binding does not have a policy */
    EndpointProfile {
        check(qos.durability().compareTo(Qos.Durability.TRANSIENT_LOCAL) <= 0, "The durability " + qos.durability());
        check(qos.destinationOrder() == Qos.DestinationOrder.BY_RECEPTION, "The order by the time of the source");
        check(qos.transportPriority() == 0, "A priority of the network");
        check(qos.liveliness() == Qos.Liveliness.AUTOMATIC, "The liveliness " + qos.liveliness());
        // Its reader takes samples of all writers in spite of it.
        check(isWriter || qos.ownership() == Qos.Ownership.SHARED, "A reader that chooses the strongest writer");
        check(qos.userData().isEmpty(), "User data");
        check(
                qos.representations().isEmpty()
                        || (isWriter
                                ? qos.representations().getFirst() == Representation.XCDR1
                                : qos.representations().contains(Representation.XCDR1)),
                "The encoding XCDR2");
    }

    private static void check(boolean supported, String what) {
        if (!supported) {
            throw Refusal.of(what);
        }
    }

    /**
     * Returns the text of the profile.
     *
     * @param name of it, which no other profile of this process has
     */
    String xml(String name) {
        Xml xml = new Xml();
        xml.element((isWriter ? "publisher" : "subscriber") + " profile_name=\"" + name + "\"", () -> {
            xml.element("topic", () -> topic(xml));
            xml.element("qos", () -> policies(xml));
            if (isWriter) {
                xml.element("times", () -> xml.element("heartbeatPeriod", HEARTBEAT));
            }
            // A preallocated reader is the only one that refuses what is too long. Its memory is used up to the real
            // lengths.
            xml.element("historyMemoryPolicy", isWriter ? "DYNAMIC" : "PREALLOCATED");
        });
        return Xml.document(xml);
    }

    private void topic(Xml xml) {
        xml.element("kind", "NO_KEY");
        xml.element("name", topic.name());
        xml.element("dataType", topic.type().name());
        xml.element("historyQos", () -> {
            xml.element("kind", qos.depth() == 0 ? "KEEP_ALL" : "KEEP_LAST");
            if (qos.depth() > 0) {
                xml.element("depth", qos.depth());
            }
        });
        xml.element("resourceLimitsQos", () -> {
            // The binding does not report that a writer is full, so that is FastWriter's part. 0: no limit.
            xml.element("max_samples", isWriter ? 0 : waiting());
            xml.element("allocated_samples", 1);
        });
    }

    private int waiting() {
        int limit = qos.limits().samples();
        return Math.max(qos.depth(), limit == ResourceLimits.UNLIMITED ? WAITING : limit);
    }

    private void policies(Xml xml) {
        xml.element("durability", () -> xml.element("kind", qos.durability().name()));
        xml.element("reliability", () -> {
            xml.element("kind", qos.reliability().name());
            xml.element("max_blocking_time", qos.maxBlocking());
        });
        xml.element("ownership", () -> xml.element("kind", qos.ownership().name()));
        if (!qos.lease().equals(Qos.FOREVER)) {
            xml.element("liveliness", () -> {
                xml.element("kind", qos.liveliness().name());
                xml.element("lease_duration", qos.lease());
                xml.element("announcement_period", qos.lease().dividedBy(3));
            });
        }
        if (!qos.deadline().equals(Qos.FOREVER)) {
            xml.element("deadline", () -> xml.element("period", qos.deadline()));
        }
        if (!qos.latencyBudget().isZero()) {
            xml.element("latencyBudget", () -> xml.element("duration", qos.latencyBudget()));
        }
        if (!qos.lifespan().equals(Qos.FOREVER)) {
            xml.element("lifespan", () -> xml.element("duration", qos.lifespan()));
        }
        if (!qos.partitions().isEmpty()) {
            xml.element(
                    "partition",
                    () -> xml.element("names", () -> qos.partitions().forEach(each -> xml.element("name", each))));
        }
        xml.element("data_sharing", () -> xml.element("kind", "OFF"));
        if (isWriter) {
            xml.element("publishMode", () -> xml.element("kind", "SYNCHRONOUS"));
            if (qos.ownership() == Qos.Ownership.EXCLUSIVE) {
                xml.element("ownershipStrength", () -> xml.element("value", qos.strength()));
            }
        }
    }
}
