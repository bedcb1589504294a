package dev.wherry.dds.topics;

import dev.wherry.Limits;
import dev.wherry.dds.Sample;
import dev.wherry.dds.cdr.CdrCodec;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.KeyCodec;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.topics.SampleBuffer.Received;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.KeyTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of a class are samples of a topic. Compiled once; for any thread. */
final class TopicType<T> {
    private final Class<T> type;
    private final Limits limits;
    private final DataType.Structure structure;
    private final CdrCodec codec;
    private final @Nullable KeyCodec key;

    private TopicType(Class<T> type, JavaType.Members members, Limits limits) {
        this.type = type;
        this.limits = limits;
        structure = members.dataType();
        codec = new CdrCodec(members);
        key = KeyTypes.hasKey(members) ? new KeyCodec(members) : null;
    }

    /** @throws IllegalArgumentException if the class is not one of samples */
    static <T> TopicType<T> of(Class<T> type, Limits limits) {
        try {
            if (new JavaTypes().of(type) instanceof JavaType.Members members) {
                return new TopicType<>(type, members, limits);
            }
            throw new IllegalArgumentException(
                    "The type of a topic is a record or a class with fields, not " + type.getName());
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be the type of a topic: " + e.getMessage(), e);
        }
    }

    DataType.Structure structure() {
        return structure;
    }

    /** Writes a value. Throws a {@link dev.wherry.dds.cdr.CdrException} if it cannot be sent. */
    CdrWriter encode(T value) {
        CdrWriter writer = new CdrWriter();
        codec.write(value, Representation.XCDR2, writer);
        return writer;
    }

    /** Writes the key of a value. */
    CdrWriter encodeKey(T value) {
        if (key == null) {
            throw new IllegalStateException(type.getName() + " has no @Key, so a topic of it has no instances to end");
        }
        CdrWriter writer = new CdrWriter();
        key.write(value, Representation.XCDR2, writer);
        return writer;
    }

    /** Reads a value; null if the sample has none. Throws a {@link dev.wherry.dds.cdr.CdrException} if it is not a value of the type. */
    @Nullable
    T value(Received sample) {
        return sample.info().valid() ? type.cast(codec.read(reader(sample))) : null;
    }

    /** Reads a sample, as {@link #value}. */
    Sample<T> sample(Received sample) {
        SampleInfo info = sample.info();
        T value = value(sample);
        List<?> keys = List.of();
        if (key != null) {
            keys = value != null ? key.of(value) : key.read(reader(sample));
        }
        return new Sample<>(
                switch (info.state()) {
                    case ALIVE -> Sample.State.ALIVE;
                    case DISPOSED -> Sample.State.DISPOSED;
                    case NO_WRITERS -> Sample.State.NO_WRITERS;
                },
                value,
                keys,
                Instant.EPOCH.plusNanos(info.sourceNanos()));
    }

    private CdrReader reader(Received sample) {
        return new CdrReader(sample.payload(), sample.length(), CdrLimits.of(sample.length(), limits));
    }
}
