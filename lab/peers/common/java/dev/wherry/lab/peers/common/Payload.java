package dev.wherry.lab.peers.common;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The payload of the remoting evaluation: the number of the call, and bytes that it writes itself as the original does.
 */
public final class Payload implements Externalizable {
    /** The bytes of the data that have the session of a tracked call. */
    static final int SESSION_BYTES = Integer.BYTES;

    private static final long serialVersionUID = 1L;
    /** The number of a message between the two ends, which is not a call. */
    private static final int MESSAGE = Integer.MIN_VALUE;

    private int callNumber;
    private byte[] data;

    /** For serializers that need one. */
    public Payload() {}

    public Payload(int callNumber, byte[] data) {
        this.callNumber = callNumber;
        this.data = data;
    }

    /** Returns a message of words that are separated by blanks. */
    static Payload message(String words) {
        return new Payload(MESSAGE, words.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the words of a message; null if this is not a message. */
    String[] message() {
        return callNumber == MESSAGE ? new String(data, StandardCharsets.UTF_8).split(" ") : null;
    }

    /** Returns the session of the call. It has no meaning if the call is not tracked. */
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
     * Returns the answer of the server: the number of the call, as in the original. A negative number requests a hash
     * of the bytes instead, because a check has to see whether they arrived.
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
