package dev.wherry.lab.peers;

import com.esotericsoftware.kryo.CustomSerialization;
import com.esotericsoftware.kryo.Kryo;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Witness;
import java.nio.ByteBuffer;

/** Notices when Kryo writes and reads it. */
public final class KryoWitness extends Witness implements CustomSerialization {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeObjectData(Kryo kryo, ByteBuffer to) {
        noteWriting();
    }

    @Override
    public void readObjectData(Kryo kryo, ByteBuffer from) {
        noteReading();
    }

    /** Returns "kryo" if Kryo wrote and read the value that was sent through this service. */
    static String serializer(Service service) throws Exception {
        return serializer("kryo", "com.esotericsoftware.kryo.", service, new KryoWitness());
    }
}
