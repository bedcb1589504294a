package dev.wherry.dds.qos;

import dev.wherry.dds.Replication;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import org.jspecify.annotations.Nullable;

/** The policies that replication sets, whatever else is set. */
final class ReplicationQos {
    /**
     * The samples that a writer keeps. It never waits for a reader that is gone; one that lags behind further loses some, and the client
     * sends those requests again.
     */
    private static final int DEPTH = 32;

    private ReplicationQos() {}

    /** @param replication null if there is none; then nothing changes */
    static ChannelQos of(@Nullable Replication replication, ChannelQos qos) {
        if (replication == null) {
            return qos;
        }
        Qos writer = bounded(qos.replies().writer());
        Qos reader = unbounded(qos.replies().reader());
        if (replication.isExclusive()) {
            writer = writer.toBuilder()
                    .ownership(Qos.Ownership.EXCLUSIVE)
                    .strength(replication.strength())
                    .liveliness(Qos.Liveliness.AUTOMATIC)
                    .lease(replication.lease())
                    .build();
            reader = reader.toBuilder().ownership(Qos.Ownership.EXCLUSIVE).build();
        }
        return new ChannelQos(
                new TopicQos(
                        bounded(qos.requests().writer()),
                        unbounded(qos.requests().reader())),
                new TopicQos(writer, reader));
    }

    private static Qos bounded(Qos writer) {
        return writer.toBuilder().depth(DEPTH).build();
    }

    private static Qos unbounded(Qos reader) {
        return reader.toBuilder().keepAll().build();
    }
}
