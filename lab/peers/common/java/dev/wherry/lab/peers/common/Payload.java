package dev.wherry.lab.peers.common;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What the remoting evaluation sends: the number of the call and bytes, written by its own hand as the original's is. */
public final class Payload implements Externalizable {
    /** Of the data, where a tracked call says which session it belongs to. */
    static final int SESSION_BYTES = Integer.BYTES;

    private static final long serialVersionUID = 1L;
    /** The number of what is no call but a message between the two ends. */
    private static final int MESSAGE = Integer.MIN_VALUE;

    private int callNumber;
    private byte[] data;

    /** For serializers that want one. */
    public Payload() {}

    public Payload(int callNumber, byte[] data) {
        this.callNumber = callNumber;
        this.data = data;
    }

    /** A message of blank-separated words. */
    static Payload message(String words) {
        return new Payload(MESSAGE, words.getBytes(StandardCharsets.UTF_8));
    }

    /** The words of a message; null where it is none. */
    String[] message() {
        return callNumber == MESSAGE ? new String(data, StandardCharsets.UTF_8).split(" ") : null;
    }

    /** Whose call it is; of no meaning where it is not tracked. */
    int session() {
        return data.length < SESSION_BYTES ? 0 : ByteBuffer.wrap(data).getInt();
    }

    public int getCallNumber() {
        return callNumber;
    }

    public byte[] getData() {
        return data;
    }

    /**
     * The server's answer: the number of the call, as in the original. A negative number asks for a hash of the bytes
     * instead, because a check has to see whether they arrived.
     */
    public int answer() {
        return callNumber >= 0 ? callNumber : callNumber ^ Arrays.hashCode(data);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(callNumber);
        out.writeInt(data.length);
        out.write(data);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        callNumber = in.readInt();
        data = new byte[in.readInt()];
        in.readFully(data);
    }
}
