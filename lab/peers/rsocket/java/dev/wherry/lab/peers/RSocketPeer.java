package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.floor.HandCodec;
import dev.wherry.lab.peers.floor.HandStub;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/**
 * RSocket's request and response over TCP with TCP_NODELAY, as its maintainers advise: one connection that all callers
 * share, pooled buffers, and payloads that are not copied.
 */
public final class RSocketPeer extends SharedClient {
    private static final int FIRST_CAPACITY = 1024;

    public static void main(String[] args) throws Exception {
        Program.run(args, new RSocketPeer());
    }

    @Override
    public String serve(CountingService service) throws UnknownHostException {
        RSocket handler = new RSocket() {
            @Override
            public Mono<Payload> requestResponse(Payload request) {
                try {
                    return Mono.just(payload(HandCodec.answer(request.getData(), service)));
                } catch (Exception thrown) {
                    return Mono.error(thrown);
                } finally {
                    request.release();
                }
            }
        };
        CloseableChannel listener = RSocketServer.create(SocketAcceptor.with(handler))
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .bindNow(TcpServerTransport.create(TcpServer.create()
                        .host(Host.address().getHostAddress())
                        .port(0)
                        .childOption(ChannelOption.TCP_NODELAY, true)));
        return Host.with(listener.address().getPort());
    }

    /**
     * Returns the message in a pooled buffer. If it does not fit, the buffer is doubled and the message is written
     * again.
     */
    private static Payload payload(Consumer<ByteBuffer> content) {
        for (int capacity = FIRST_CAPACITY; ; capacity *= 2) {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
            ByteBuffer room = buffer.nioBuffer(0, capacity);
            try {
                content.accept(room);
                return ByteBufPayload.create(buffer.writerIndex(room.position()));
            } catch (BufferOverflowException tooSmall) {
                buffer.release();
            }
        }
    }

    @Override
    public Service client(String address) throws UnknownHostException {
        InetSocketAddress server = Host.parse(address);
        return new Stub(Objects.requireNonNull(RSocketConnector.create()
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .connect(TcpClientTransport.create(TcpClient.create()
                        .host(server.getAddress().getHostAddress())
                        .port(server.getPort())
                        .option(ChannelOption.TCP_NODELAY, true)))
                .block()));
    }

    @Override
    public String serializer(Service service) {
        return HandStub.serializer(service);
    }

    /** The client's end. */
    private static final class Stub extends HandStub {
        private final RSocket socket;

        Stub(RSocket socket) {
            this.socket = socket;
        }

        @Override
        protected <A> A call(Consumer<ByteBuffer> request, Function<ByteBuffer, A> answer) {
            Payload got = Objects.requireNonNull(
                    socket.requestResponse(payload(request)).block());
            try {
                return answer.apply(got.getData());
            } finally {
                got.release();
            }
        }
    }
}
