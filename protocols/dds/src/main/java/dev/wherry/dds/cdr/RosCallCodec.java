package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the requests and replies of one operation as a ROS 2 service of {@code rmw_cyclonedds}: in XCDR1, behind the client's
 * number and that of the request. There are no exceptions. Compiled once; for any thread.
 */
public final class RosCallCodec {
    private final OperationCodec operation;

    /** Compiles the types of an operation. */
    public RosCallCodec(Operation operation) {
        this.operation = new OperationCodec(operation, new CdrTypes());
    }

    /**
     * Writes a request.
     *
     * @throws CdrException if an argument cannot be sent
     */
    public void writeRequest(CdrWriter to, SampleIdentity identity, @Nullable Object[] arguments) {
        begin(to, identity);
        operation.writeArguments(to, arguments);
        to.end();
    }

    /**
     * Reads the header of a request. The arguments follow when they are asked for.
     *
     * @throws CdrException if the bytes are not a request
     */
    public Request readRequest(CdrReader from) {
        return new Request(readIdentity(from), "", operation, from);
    }

    /**
     * Writes a reply.
     *
     * @throws CdrException if the result cannot be sent
     */
    public void writeResult(CdrWriter to, SampleIdentity related, @Nullable Object result) {
        begin(to, related);
        operation.writeResult(to, result);
        to.end();
    }

    /**
     * Reads the header of a reply. The result follows when it is asked for.
     *
     * @throws CdrException if the bytes are not a reply
     */
    public Reply readReply(CdrReader from) {
        return new Reply(readIdentity(from), RemoteExceptionCode.OK, operation, null, from);
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
