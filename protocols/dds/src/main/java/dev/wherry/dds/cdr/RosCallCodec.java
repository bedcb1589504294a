package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the requests and replies of one operation as a ROS 2 service of {@code rmw_cyclonedds}: in XCDR1, behind the client's
 * number and that of the request. There are no exceptions and no codes.
 */
public final class RosCallCodec implements MessageCodec {
    private static final int HEADER = 2 * Long.BYTES;

    /** An odd number without a pattern, 2 to the power of 64 divided by the golden ratio. */
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private final OperationCodec operation;

    /** Compiles the types of an operation. */
    public RosCallCodec(Operation operation) {
        this.operation = new OperationCodec(operation, new CdrTypes());
    }

    @Override
    public void writeRequest(
            CdrWriter to,
            SampleIdentity identity,
            String instanceName,
            Operation called,
            @Nullable Object[] arguments) {
        begin(to, identity);
        operation.writeArguments(to, arguments);
        to.end();
    }

    @Override
    public Request readRequest(CdrReader from) {
        return new Request(readIdentity(from), "", operation, from);
    }

    @Override
    public void writeResult(CdrWriter to, SampleIdentity related, Operation called, @Nullable Object result) {
        begin(to, related);
        operation.writeResult(to, result);
        to.end();
    }

    @Override
    public boolean writeFailure(CdrWriter to, SampleIdentity related, Operation called, Throwable failure) {
        return false;
    }

    @Override
    public boolean writeCode(CdrWriter to, SampleIdentity related, RemoteExceptionCode code) {
        return false;
    }

    @Override
    public Reply readReply(CdrReader from) {
        return new Reply(readIdentity(from), RemoteExceptionCode.OK, operation, null, from);
    }

    @Override
    public @Nullable SampleIdentity sentIdentity(byte[] payload, int offset, int length) {
        if (length < Encapsulation.BYTES + HEADER) {
            return null;
        }
        ByteBuffer header = ByteBuffer.wrap(payload, offset + Encapsulation.BYTES, HEADER)
                .order((payload[offset + 1] & 1) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        return new SampleIdentity(header.getLong(), 0, header.getLong());
    }

    /** The header has 8 bytes for the client. GUIDs of one process differ in few bytes, so that half of one would not do. */
    @Override
    public SampleIdentity clientIdentity(byte[] guid) {
        ByteBuffer both = ByteBuffer.wrap(guid);
        return new SampleIdentity(both.getLong() ^ (both.getLong() * SPREAD), 0, 0);
    }

    @Override
    public boolean writeProbe(CdrWriter to, SampleIdentity identity, String instanceName) {
        return false;
    }

    private static void begin(CdrWriter to, SampleIdentity identity) {
        to.begin(Representation.XCDR1, Extensibility.FINAL);
        to.writeLong(identity.guidHigh());
        to.writeLong(identity.sequence());
    }

    private static SampleIdentity readIdentity(CdrReader from) {
        if (from.delimits()) {
            throw from.failure("a ROS 2 service uses XCDR1");
        }
        from.expect(Extensibility.FINAL);
        return new SampleIdentity(from.readLong(), 0, from.readLong());
    }
}
