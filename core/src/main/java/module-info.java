import dev.wherry.codec.SerialForm;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.extension.RingProvider;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.spi.Codec;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import dev.wherry.spi.Transport;
import dev.wherry.transport.InProcessTransport;
import dev.wherry.transport.TcpTransport;
import dev.wherry.transport.UnixTransport;
import org.jspecify.annotations.NullMarked;

/** Remote method invocation on plain Java interfaces. */
@NullMarked
@SuppressWarnings("module") // the modules of qualified exports are compiled after this
module dev.wherry {
    requires jdk.net;
    requires jdk.unsupported;
    requires static java.logging;
    requires static java.rmi;
    requires static java.xml;
    requires static jdk.jfr;
    requires static org.jspecify;

    exports dev.wherry;
    exports dev.wherry.spi;
    exports dev.wherry.statistics;
    exports dev.wherry.codec to
            dev.wherry.codec.java,
            dev.wherry.codec.support,
            dev.wherry.dds,
            dev.wherry.http;
    exports dev.wherry.codec.compact to
            dev.wherry.codec.java,
            dev.wherry.codec.support,
            dev.wherry.dds,
            dev.wherry.http;
    exports dev.wherry.internal.events to
            dev.wherry.http,
            dev.wherry.mobility;
    exports dev.wherry.internal.extension to
            dev.wherry.memory,
            dev.wherry.mobility;
    exports dev.wherry.internal.invoke to
            dev.wherry.mobility;
    exports dev.wherry.internal.types to
            dev.wherry.ledger,
            dev.wherry.mobility,
            dev.wherry.rmi;
    exports dev.wherry.internal.wire to
            dev.wherry.ledger,
            dev.wherry.memory,
            dev.wherry.mobility,
            dev.wherry.tls;
    exports dev.wherry.net to
            dev.wherry.codec.java;
    exports dev.wherry.reflect to
            dev.wherry.codec.support,
            dev.wherry.dds,
            dev.wherry.http;
    exports dev.wherry.text to
            dev.wherry.access,
            dev.wherry.cli,
            dev.wherry.dds,
            dev.wherry.http,
            dev.wherry.mobility,
            dev.wherry.rmi,
            dev.wherry.tls;
    exports dev.wherry.transport to
            dev.wherry.http,
            dev.wherry.memory,
            dev.wherry.tls;

    uses Codec;
    uses LinkAcceptor;
    uses Protocol;
    uses Resolver;
    uses RingProvider;
    uses SerialForm;
    uses SessionExtension.Provider;
    uses Transport;

    provides Codec with
            CompactCodec;
    provides Transport with
            InProcessTransport,
            TcpTransport,
            UnixTransport;
}
