package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.raw.ObjectSockets;
import dev.wherry.lab.peers.raw.Session;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * The messages of the remoting evaluation with all resets: an object and then TRUE, and the method by its name. Before each
 * request but the first of a connection it sends a byte in each direction. Its timeouts of 20 s are left out, because a
 * connection waits longer here while other systems have their turns.
 */
public final class RawSocketOriginal extends ObjectSockets {
    private static final String MAKE_CALL = "testInvocation";
    private static final String SEND_NUMBER_OF_CALLS = "numOfCalls";

    private RawSocketOriginal() {
        super(false);
    }

    public static void main(String[] args) throws Exception {
        Program.run(args, new RawSocketOriginal());
    }

    /** A request. */
    @SuppressWarnings("serial") // only serializable objects are put into it
    private static final class Request implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String method;
        private final Object sessionId;
        private final Object parameter;

        Request(String method, Object sessionId, Object parameter) {
            this.method = method;
            this.sessionId = sessionId;
            this.parameter = parameter;
        }
    }

    @Override
    protected void answer(ObjectInputStream in, ObjectOutputStream out, CountingService service)
            throws IOException, ClassNotFoundException {
        send(out, answer((Request) receive(in), service));
        while (true) {
            sendByte(out, in.readByte());
            send(out, answer((Request) receive(in), service));
        }
    }

    private static Object answer(Request request, CountingService service) {
        return request.method.equals(MAKE_CALL) ? service.invoke((Payload) request.parameter) : request.parameter;
    }

    private static void send(ObjectOutputStream out, Object message) throws IOException {
        out.writeObject(message);
        out.reset();
        out.writeObject(Boolean.TRUE);
        out.flush();
        out.reset();
    }

    private static Object receive(ObjectInputStream in) throws IOException, ClassNotFoundException {
        Object message = in.readObject();
        in.readObject();
        return message;
    }

    private static void sendByte(ObjectOutputStream out, byte acknowledgement) throws IOException {
        out.writeByte(acknowledgement);
        out.flush();
        out.reset();
    }

    @Override
    protected Service service(ObjectInputStream in, ObjectOutputStream out) {
        return new Stub(in, out);
    }

    /** The client's end. */
    private static final class Stub extends Session {
        private final ObjectInputStream in;
        private final ObjectOutputStream out;
        private boolean called;

        Stub(ObjectInputStream in, ObjectOutputStream out) {
            this.in = in;
            this.out = out;
        }

        @Override
        protected Object makeCall(Object sessionId, Object payload) throws Exception {
            return call(new Request(MAKE_CALL, sessionId, payload));
        }

        @Override
        protected Object sendNumberOfCalls(Object sessionId, Object number) throws Exception {
            return call(new Request(SEND_NUMBER_OF_CALLS, sessionId, number));
        }

        private Object call(Request request) throws Exception {
            if (called) {
                out.reset();
                sendByte(out, (byte) 1);
                in.readByte();
            }
            called = true;
            send(out, request);
            return receive(in);
        }
    }
}
