package dev.wherry.tls;

import java.io.Serial;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Reports that TLS with a peer was refused, by this side or the other. At a client it is the cause of a {@link
 * dev.wherry.CallException} with code {@code REFUSED}. Its message says what is wrong and what to do.
 */
public final class TlsException extends SSLException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The kinds of problems. More may be added. */
    public enum Problem {
        /** A certificate has expired. */
        EXPIRED,
        /** A certificate is valid only later, or a clock is wrong. */
        NOT_YET_VALID,
        /** The server's certificate is for other names or addresses. */
        WRONG_HOST,
        /** A certificate was issued by none of the trusted authorities, or is not the pinned one. */
        UNTRUSTED,
        /** A certificate has contents that are not accepted, such as two SPIFFE ids. */
        INVALID_CERTIFICATE,
        /** The server requires a certificate of the client, and there was none. */
        NO_CLIENT_CERTIFICATE,
        /** The peer has refused the certificate of this side. */
        REFUSED_BY_PEER,
        /** The peer does not speak TLS at this port. */
        PLAINTEXT_PEER,
        /** There is no version of TLS, or no cipher, that both sides accept. */
        NO_COMMON_VERSION,
        /** The peer speaks TLS, and another protocol within it. */
        NO_COMMON_PROTOCOL,
        /** The peer has broken the rules of TLS. */
        BROKEN
    }

    private final Problem problem;

    TlsException(Problem problem, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    /** Returns the kind of problem. */
    public Problem problem() {
        return problem;
    }
}
