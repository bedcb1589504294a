import dev.wherry.http.HttpLinkAcceptor;
import dev.wherry.http.HttpProtocol;
import dev.wherry.http.websocket.WebSocketTransport;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Transport;
import org.jspecify.annotations.NullMarked;

/** REST over HTTP: bound objects as JSON over HTTP, and stubs of such services. The native protocol within WebSockets. */
@NullMarked
@SuppressWarnings("module") // the module of the servlet is compiled after this
module dev.wherry.http {
    requires dev.wherry;
    requires dev.wherry.tls;
    requires io.helidon.common.buffers;
    requires io.helidon.common.concurrency.limits;
    requires io.helidon.common.context;
    requires io.helidon.common.socket;
    requires io.helidon.http;
    requires io.helidon.http.encoding;
    requires io.helidon.http.media;
    requires io.helidon.webserver;
    requires io.helidon.webserver.http2;
    requires java.net.http;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static org.jspecify;

    exports dev.wherry.http;
    exports dev.wherry.http.rest to
            dev.wherry.servlet;

    provides LinkAcceptor with
            HttpLinkAcceptor;
    provides Protocol with
            HttpProtocol;
    provides Transport with
            WebSocketTransport,
            WebSocketTransport.Secure;
}
