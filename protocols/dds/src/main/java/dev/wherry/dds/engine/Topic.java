package dev.wherry.dds.engine;

import dev.wherry.dds.types.DataType;

/** A named stream of samples of one type. */
public interface Topic extends AutoCloseable {
    String name();

    DataType.Structure type();

    /** Ends the use of the topic for new readers and writers. Those that exist keep it. */
    @Override
    void close();
}
