package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.types.DataType;

/** A topic. */
record CycloneTopic(Entity entity, String name, DataType.Structure type) implements Topic {
    @Override
    public void close() {
        entity.close();
    }
}
