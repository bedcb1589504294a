package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The client's end of a connection, for any number of callers. Each waits for the answer with the number of its call.
 */
final class Connection extends SimpleChannelInboundHandler<ByteBuf> implements Service {
    private final Map<Long, CompletableFuture<byte[]>> pending = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private Channel channel;

    void over(Channel opened) {
        channel = opened;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
        CompletableFuture<byte[]> call = pending.remove(frame.readLong());
        boolean succeeded = frame.readBoolean();
        byte[] content = ByteBufUtil.getBytes(frame);
        if (succeeded) {
            call.complete(content);
        } else {
            call.completeExceptionally(new IOException(String.valueOf(Serialization.value(content))));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        pending.values().forEach(call -> call.completeExceptionally(new IOException("the connection is closed")));
    }

    private Object call(Frames.Method method, Object argument) throws Exception {
        byte[] content = Serialization.bytes(argument);
        long number = numbers.incrementAndGet();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        pending.put(number, answer);
        channel.writeAndFlush(Frames.frame(channel.alloc(), number, method.ordinal(), content), channel.voidPromise());
        return Serialization.value(answer.get());
    }

    @Override
    @SuppressWarnings("unchecked") // the server answers with the elements that it got
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        return (Collection<T>) call(Frames.Method.PROCESS_REQUEST, collection);
    }

    @Override
    public byte[] octets(byte[] data) throws Exception {
        return (byte[]) call(Frames.Method.OCTETS, data);
    }

    @Override
    public int invoke(Payload payload) throws Exception {
        return (Integer) call(Frames.Method.INVOKE, payload);
    }

    @Override
    public int addOne(int number) throws Exception {
        return (Integer) call(Frames.Method.ADD_ONE, number);
    }
}
