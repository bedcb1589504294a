package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Operation;
import org.jspecify.annotations.Nullable;

/** Writes and reads the requests and replies of one pair of topics. Compiled once; for any thread. */
public interface MessageCodec {
    /**
     * Writes a request.
     *
     * @param instanceName of the service, which not all requests have
     * @throws CdrException if an argument cannot be sent
     */
    void writeRequest(
            CdrWriter to,
            SampleIdentity identity,
            String instanceName,
            Operation operation,
            @Nullable Object[] arguments);

    /**
     * Reads the header of a request. The arguments follow when they are asked for.
     *
     * @throws CdrException if the bytes are not a request
     */
    Request readRequest(CdrReader from);

    /**
     * Writes the reply with a result.
     *
     * @throws CdrException if the result cannot be sent
     */
    void writeResult(CdrWriter to, SampleIdentity related, Operation operation, @Nullable Object result);

    /**
     * Writes the reply with an exception that the method declares.
     *
     * @return false if there is no such reply; then nothing was written
     * @throws CdrException if a field of the exception cannot be sent
     */
    boolean writeFailure(CdrWriter to, SampleIdentity related, Operation operation, Throwable failure);

    /**
     * Writes a reply without a result: why there is none.
     *
     * @return false if there is no such reply; then nothing was written
     */
    boolean writeCode(CdrWriter to, SampleIdentity related, RemoteExceptionCode code);

    /**
     * Reads the header of a reply. The result or exception follows when it is asked for. An exception that the operation does not declare
     * here is {@link RemoteExceptionCode#UNKNOWN_EXCEPTION}.
     *
     * @throws CdrException if the bytes are not a reply
     */
    Reply readReply(CdrReader from);

    /**
     * Returns the identity that begins a request or a reply.
     *
     * @param offset of the encapsulation header
     * @return null if the payload is too short
     */
    @Nullable
    SampleIdentity sentIdentity(byte[] payload, int offset, int length);

    /**
     * Returns the identity that requests of a writer have, with the number 0.
     *
     * @param guid the 16 bytes of the writer
     */
    SampleIdentity clientIdentity(byte[] guid);

    /**
     * Writes a request of an operation that no service has. Its answer shows that requests and replies arrive.
     *
     * @return false if there is no such request; then nothing was written
     */
    boolean writeProbe(CdrWriter to, SampleIdentity identity, String instanceName);
}
