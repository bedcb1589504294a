package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.ignite.binary.BinaryReader;
import org.apache.ignite.binary.BinaryWriter;
import org.apache.ignite.binary.Binarylizable;

/** A value that notices when Ignite's binary marshaller writes and reads it. */
public final class BinaryWitness implements Comparable<BinaryWitness>, Binarylizable {
    private static volatile boolean written;
    private static volatile boolean read;

    @Override
    public void writeBinary(BinaryWriter to) {
        written = true;
    }

    @Override
    public void readBinary(BinaryReader from) {
        read = true;
    }

    @Override
    public int compareTo(BinaryWitness other) {
        return 0;
    }

    /** "ignite binary" if what was sent through this service was written and read by that marshaller. */
    static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<BinaryWitness> sent = new ArrayList<>();
        sent.add(new BinaryWitness());
        Collection<BinaryWitness> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "ignite binary" : "not ignite binary";
    }
}
