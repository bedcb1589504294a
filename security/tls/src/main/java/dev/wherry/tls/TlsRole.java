package dev.wherry.tls;

import dev.wherry.Identity;
import java.io.IOException;
import javax.net.ssl.SSLEngine;

/** The differences between the two sides of a {@link TlsLink}. */
interface TlsRole {
    /** The protocol within TLS, as ALPN names it. */
    String NATIVE = "wherry/1";

    SSLEngine engine() throws IOException;

    /** Returns the option of this side. */
    Tls tls();

    /**
     * Checks the first byte that the peer has sent.
     *
     * @param link sends without encryption as long as there was no handshake
     * @throws IOException if TLS does not begin so
     */
    void checkFirst(int first, TlsLink link) throws IOException;

    /** Checks the peer at the end of the handshake. Returns its identity. */
    Identity identify(SSLEngine engine, Identity raw) throws TlsException;

    /** Called with the first decrypted byte. */
    default void checkContent(SSLEngine engine, int first) throws IOException {}

    /** Returns the exception that says what a failure means. */
    IOException explain(IOException failure);
}
