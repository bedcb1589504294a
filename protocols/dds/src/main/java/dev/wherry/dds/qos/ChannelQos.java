package dev.wherry.dds.qos;

import dev.wherry.dds.engine.Qos;

/** The policies of a pair of topics: of the writer and the reader of requests, and of those of replies. Immutable. */
public record ChannelQos(TopicQos requests, TopicQos replies) {
    /** The policies of the two ends of one topic. */
    public record TopicQos(Qos writer, Qos reader) {}

    /** Returns the priority of the calls: the transport priority of their requests. */
    public int priority() {
        return requests.writer().transportPriority();
    }
}
