package dev.wherry.lab.peers;

import com.esotericsoftware.kryo.CustomSerialization;
import com.esotericsoftware.kryo.Kryo;
import dev.wherry.lab.peers.common.Service;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A value that notices when Kryo writes and reads it. */
public final class KryoWitness implements Comparable<KryoWitness>, CustomSerialization {
    private static volatile boolean written;
    private static volatile boolean read;

    @Override
    public void writeObjectData(Kryo kryo, ByteBuffer to) {
        written = true;
    }

    @Override
    public void readObjectData(Kryo kryo, ByteBuffer from) {
        read = true;
    }

    @Override
    public int compareTo(KryoWitness other) {
        return 0;
    }

    /** "kryo" if what was sent through this service was written and read by Kryo. */
    static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<KryoWitness> sent = new ArrayList<>();
        sent.add(new KryoWitness());
        Collection<KryoWitness> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "kryo" : "not kryo";
    }
}
