import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Transport;
import dev.wherry.tls.TlsAcceptor;
import dev.wherry.tls.TlsTransport;
import org.jspecify.annotations.NullMarked;

/** TLS under the native protocol. */
@NullMarked
module dev.wherry.tls {
    requires transitive dev.wherry;
    requires static org.jspecify;

    exports dev.wherry.tls;

    uses LinkAcceptor;

    provides LinkAcceptor with
            TlsAcceptor;
    provides Transport with
            TlsTransport;
}
