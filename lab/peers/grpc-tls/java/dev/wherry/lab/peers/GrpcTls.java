package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.ServerKey;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSession;

/** gRPC over TLS with its default engine. The certificate names the lab, which the client checks. */
public final class GrpcTls extends Grpc {
    private volatile SSLSession session;

    public static void main(String[] args) throws Exception {
        Program.run(args, new GrpcTls());
    }

    @Override
    protected String configure(NettyServerBuilder server) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(ServerKey.keyStore(), ServerKey.PASSWORD.toCharArray());
        server.sslContext(GrpcSslContexts.configure(SslContextBuilder.forServer(keys)).build());
        return ServerKey.in("");
    }

    @Override
    protected NettyChannelBuilder channel(String address) throws Exception {
        X509Certificate trusted = (X509Certificate) ServerKey.certificate(address);
        return super.channel(ServerKey.without(address))
                .useTransportSecurity()
                .sslContext(GrpcSslContexts.forClient().trustManager(trusted).build())
                .overrideAuthority(ServerKey.NAME)
                .intercept(new SessionWatch());
    }

    @Override
    public Map<String, String> versions(String address) {
        SSLSession seen = session;
        return seen == null ? Map.of() : Map.of("tls", seen.getProtocol() + " " + seen.getCipherSuite());
    }

    /** Remembers the TLS session of the first call, and adds nothing to the others. */
    private final class SessionWatch implements ClientInterceptor {
        @Override
        public <A, B> ClientCall<A, B> interceptCall(MethodDescriptor<A, B> method, CallOptions options, Channel next) {
            ClientCall<A, B> call = next.newCall(method, options);
            return session != null ? call : new SimpleForwardingClientCall<>(call) {
                @Override
                public void start(Listener<B> caller, Metadata headers) {
                    super.start(
                            new SimpleForwardingClientCallListener<>(caller) {
                                @Override
                                public void onHeaders(Metadata answer) {
                                    session = delegateCall().getAttributes().get(io.grpc.Grpc.TRANSPORT_ATTR_SSL_SESSION);
                                    super.onHeaders(answer);
                                }
                            },
                            headers);
                }

                private ClientCall<A, B> delegateCall() {
                    return delegate();
                }
            };
        }
    }
}
