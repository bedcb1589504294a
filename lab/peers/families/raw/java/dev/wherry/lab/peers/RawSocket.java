package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.raw.ObjectSockets;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collection;

/** One round trip a call, over object streams that are reset after each message, with TCP_NODELAY. */
public final class RawSocket extends ObjectSockets {
    private RawSocket() {
        super(true);
    }

    public static void main(String[] args) throws Exception {
        Program.run(args, new RawSocket());
    }

    @Override
    protected void answer(ObjectInputStream in, ObjectOutputStream out, CountingService service)
            throws IOException, ClassNotFoundException {
        while (true) {
            send(out, answer(in.readObject(), service));
        }
    }

    /** A request is its argument only. The class of the argument shows which operation it is for. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the static type of the value that was read is lost on the wire
    private static Object answer(Object argument, CountingService service) {
        if (argument instanceof byte[]) {
            return service.octets((byte[]) argument);
        }
        if (argument instanceof Payload) {
            return service.invoke((Payload) argument);
        }
        if (argument instanceof Integer) {
            return service.addOne((Integer) argument);
        }
        return service.processRequest((Collection) argument);
    }

    private static void send(ObjectOutputStream out, Object message) throws IOException {
        out.writeObject(message);
        out.reset();
        out.flush();
    }

    @Override
    protected Service service(ObjectInputStream in, ObjectOutputStream out) {
        return new Stub(in, out);
    }

    /** The client's end. */
    private static final class Stub implements Service {
        private final ObjectInputStream in;
        private final ObjectOutputStream out;

        Stub(ObjectInputStream in, ObjectOutputStream out) {
            this.in = in;
            this.out = out;
        }

        @Override
        @SuppressWarnings("unchecked") // the server answers with the elements that it got
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
            send(out, collection);
            return (Collection<T>) in.readObject();
        }

        @Override
        public byte[] octets(byte[] data) throws Exception {
            send(out, data);
            return (byte[]) in.readObject();
        }

        @Override
        public int invoke(Payload payload) throws Exception {
            send(out, payload);
            return (Integer) in.readObject();
        }

        @Override
        public int addOne(int number) throws Exception {
            send(out, number);
            return (Integer) in.readObject();
        }
    }
}
