package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Witness;
import org.apache.ignite.binary.BinaryReader;
import org.apache.ignite.binary.BinaryWriter;
import org.apache.ignite.binary.Binarylizable;

/** Notices when Ignite's binary marshaller writes and reads it. */
public final class BinaryWitness extends Witness implements Binarylizable {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeBinary(BinaryWriter to) {
        noteWriting();
    }

    @Override
    public void readBinary(BinaryReader from) {
        noteReading();
    }

    /** Returns "ignite binary" if that marshaller wrote and read the value that was sent through this service. */
    static String serializer(Service service) throws Exception {
        return serializer("ignite binary", "org.apache.ignite.internal.binary.", service, new BinaryWitness());
    }
}
