package dev.wherry.dds.rpc;

import dev.wherry.dds.cdr.MessageCodec;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.qos.ChannelQos;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.Representation;

/** The topics of requests and replies, of a service or of one of its operations, with their types, their codec and their policies. */
record TopicPair(
        String requests,
        Structure requestType,
        String replies,
        Structure replyType,
        MessageCodec codec,
        Representation representation,
        ChannelQos qos) {
    /** Returns the policies of all topics of the service: a participant has one set of them for each topic. */
    private Qos ofTopic() {
        return Qos.builder().representations(representation).build();
    }

    Topic requestTopic(Participant participant) {
        return participant.topic(requests, requestType, ofTopic());
    }

    Topic replyTopic(Participant participant) {
        return participant.topic(replies, replyType, ofTopic());
    }
}
