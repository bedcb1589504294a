package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.qos.ChannelQos;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.Operation;

/** The topics of requests and replies, of a service or of one of its operations, and their policies. Immutable. */
record TopicPair(String requests, String replies, CallTypes types, ChannelQos qos) {
    /** Returns the topics of a service. */
    static TopicPair of(String name, CallTypes types, ChannelQos qos) {
        return new TopicPair(TopicNames.request(name), TopicNames.reply(name), types, qos);
    }

    /** Returns the topics of an operation that has its own. */
    static TopicPair of(String name, Operation operation, CallTypes types, ChannelQos qos) {
        return of(name + "_" + operation.name(), types, qos);
    }

    /** Returns the policies of all topics of the service: a participant has one set of them for each topic. */
    private Qos ofTopic() {
        return Qos.builder()
                .representations(types.isForXcdr1() ? Qos.Representation.XCDR1 : Qos.Representation.XCDR2)
                .build();
    }

    Topic requestTopic(Participant participant) {
        return participant.topic(requests, types.requestType(), ofTopic());
    }

    Topic replyTopic(Participant participant) {
        return participant.topic(replies, types.replyType(), ofTopic());
    }
}
