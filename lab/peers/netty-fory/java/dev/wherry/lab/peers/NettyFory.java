package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Netty with its native epoll transport and TCP_NODELAY; the server's method runs in the event loop. Callers share as
 * many connections as there are processors, because one connection would use only one of them.
 */
public final class NettyFory implements Adapter {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(PROCESSORS, EpollIoHandler.newFactory());
    private final List<Service> shared = new ArrayList<>();
    private int callers;

    public static void main(String[] args) throws Exception {
        Program.run(args, new NettyFory());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        Channel listener = new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Frames.install(channel.pipeline());
                        channel.pipeline().addLast(new Answering(service));
                    }
                })
                .bind(Host.address(), 0)
                .sync()
                .channel();
        return Host.with(((InetSocketAddress) listener.localAddress()).getPort());
    }

    /** The server's end of a connection. */
    private static final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
        private final CountingService service;

        Answering(CountingService service) {
            this.service = service;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            long number = frame.readLong();
            int kind;
            byte[] content;
            try {
                Frames.Method method = Frames.Method.values()[frame.readByte()];
                content = Serialization.bytes(call(method, Serialization.value(ByteBufUtil.getBytes(frame))));
                kind = 1;
            } catch (RuntimeException thrown) {
                content = Serialization.bytes(thrown.toString());
                kind = 0;
            }
            context.writeAndFlush(Frames.frame(context.alloc(), number, kind, content), context.voidPromise());
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // the static type of the value that was read is lost on the wire
        private Object call(Frames.Method method, Object argument) {
            return switch (method) {
                case PROCESS_REQUEST -> service.processRequest((Collection) argument);
                case OCTETS -> service.octets((byte[]) argument);
                case INVOKE -> service.invoke((Payload) argument);
                case ADD_ONE -> service.addOne((Integer) argument);
            };
        }
    }

    @Override
    public synchronized Service connect(String address) throws Exception {
        if (shared.size() < PROCESSORS) {
            shared.add(client(address));
        }
        return shared.get(callers++ % PROCESSORS);
    }

    @Override
    public Service client(String address) throws Exception {
        Connection connection = new Connection();
        connection.over(new Bootstrap()
                .group(loops)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Frames.install(channel.pipeline());
                        channel.pipeline().addLast(connection);
                    }
                })
                .connect(Host.parse(address))
                .sync()
                .channel());
        return connection;
    }

    @Override
    public String serializer(Service service) throws Exception {
        return ForyWitness.serializer(service);
    }
}
