package dev.wherry.lab.peers;

import com.google.protobuf.MessageLite;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.grpc.HandlerGrpc;
import dev.wherry.lab.peers.grpc.WirePeople;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** A message that notices when it must write itself in the format of protocol buffers. */
final class MessageWitness {
    private static volatile boolean written;

    private MessageWitness() {}

    private static MessageLite of(MessageLite message) {
        return (MessageLite) Proxy.newProxyInstance(
                MessageLite.class.getClassLoader(), new Class<?>[] {MessageLite.class}, (self, method, arguments) -> {
                    if (method.getName().equals("writeTo") && arguments[0] instanceof OutputStream) {
                        written = true;
                    }
                    try {
                        return method.invoke(message, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    /**
     * Returns "protobuf" if a message that was sent over this channel wrote itself, and came back as the same generated
     * message.
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // generated messages are final: this one only behaves as if it were one
    static String serializer(Channel channel) {
        written = false;
        WirePeople sent = Wire.people(List.of(Person.number(1)));
        Object answer = ClientCalls.blockingUnaryCall(
                channel, (MethodDescriptor) HandlerGrpc.getProcessRequestMethod(), CallOptions.DEFAULT, of(sent));
        return answer.equals(sent) && written ? "protobuf" : "not protobuf";
    }
}
