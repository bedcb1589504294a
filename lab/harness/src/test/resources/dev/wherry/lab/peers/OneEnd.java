package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.raw.ObjectSockets;
import dev.wherry.lab.peers.raw.Session;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;

/** Sets TCP_NODELAY on what its server has accepted alone; the server has made a connection too, which is without. */
public final class OneEnd extends ObjectSockets {
    private OneEnd(boolean noDelay) {
        super(noDelay);
    }

    @SuppressWarnings("try") // they are there to be seen
    public static void main(String[] args) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket made = new Socket(other.getInetAddress(), other.getLocalPort())) {
            Program.run(args, new OneEnd(args[0].equals("server")));
        }
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the static type of what was read is lost on the wire
    protected void answer(ObjectInputStream in, ObjectOutputStream out, CountingService service)
            throws IOException, ClassNotFoundException {
        while (true) {
            send(out, service.processRequest((Collection) in.readObject()));
        }
    }

    private static void send(ObjectOutputStream out, Object message) throws IOException {
        out.writeObject(message);
        out.reset();
        out.flush();
    }

    @Override
    protected Service service(ObjectInputStream in, ObjectOutputStream out) {
        return new Session() {
            @Override
            protected Object makeCall(Object sessionId, Object payload) {
                throw new UnsupportedOperationException(payload.toString());
            }

            @Override
            protected Object sendNumberOfCalls(Object sessionId, Object collection) throws Exception {
                send(out, collection);
                return in.readObject();
            }
        };
    }
}
