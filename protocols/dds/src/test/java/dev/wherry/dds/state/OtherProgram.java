package dev.wherry.dds.state;

import dev.wherry.Limits;
import dev.wherry.dds.cdr.CdrCodec;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.KeyCodec;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Another program on the topic of a state, which knows the type alone. */
final class OtherProgram<V> implements AutoCloseable {
    private final Representation representation;
    private final CdrCodec codec;
    private final KeyCodec keys;
    private final Participant participant;
    private final Topic topic;
    private final Qos qos;
    private final Writer writer;

    OtherProgram(int domain, String name, Class<?> type, Representation representation) throws Exception {
        this.representation = representation;
        JavaType.Members members = (JavaType.Members) new JavaTypes().of(type);
        codec = new CdrCodec(members);
        keys = new KeyCodec(members);
        qos = Qos.builder()
                .durability(Qos.Durability.TRANSIENT_LOCAL)
                .representations(representation)
                .build();
        participant = CycloneEngine.load().open(domain, Services.dds().build().configuration());
        topic = participant.topic(name, (DataType.Structure) codec.dataType(), qos);
        writer = participant.writer(topic, qos);
    }

    void awaitReaders(int count) {
        Polling.until("readers are found", () -> writer.matched() >= count);
    }

    void write(V value) {
        byte[] payload = codec.encode(value, representation);
        writer.write(payload, 0, payload.length);
    }

    void write(V value, long nanos) {
        byte[] payload = codec.encode(value, representation);
        writer.write(payload, 0, payload.length, nanos);
    }

    void dispose(V value) {
        CdrWriter key = new CdrWriter();
        keys.write(value, representation, key);
        writer.dispose(key.array(), 0, key.size());
    }

    /** Returns the values that a reader receives, until these are among them. */
    List<Object> readUntil(Object... wanted) {
        List<Object> values = new ArrayList<>();
        Qos both = qos.toBuilder()
                .representations(Representation.XCDR1, Representation.XCDR2)
                .build();
        try (Reader reader = participant.reader(topic, both, 1 << 20)) {
            Polling.until("values are received", () -> {
                reader.take(
                        (payload, offset, length, info) -> {
                            if (info.valid()) {
                                values.add(codec.decode(
                                        Arrays.copyOfRange(payload, offset, offset + length),
                                        CdrLimits.of(length, Limits.defaults())));
                            }
                        },
                        100);
                return values.containsAll(List.of(wanted));
            });
        }
        return values;
    }

    @Override
    public void close() {
        participant.close();
    }
}
