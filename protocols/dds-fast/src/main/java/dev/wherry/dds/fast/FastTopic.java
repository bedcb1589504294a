package dev.wherry.dds.fast;

import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.types.DataType;

/** A topic. Fast DDS has it with each reader and writer. */
record FastTopic(FastParticipant participant, String name, DataType.Structure type) implements Topic {
    /** Does nothing: a topic has no part in the library. */
    @Override
    public void close() {}
}
