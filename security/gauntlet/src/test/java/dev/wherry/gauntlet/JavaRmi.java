package dev.wherry.gauntlet;

import dev.wherry.testkit.hostile.GadgetPeer.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteRef;
import java.rmi.server.UnicastRemoteObject;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The same chains against Java RMI as it is delivered: objects that are exported without a filter, and a registry. */
final class JavaRmi implements AutoCloseable {
    private static final long REGISTRY_HASH = 4905912898345647071L;
    private static final int BIND = 0;
    private static final int LOOK_UP = 2;

    /** The methods of the tests' inbox. */
    interface RemoteInbox extends Remote {
        void take(Object value) throws RemoteException;

        void join(List<String> texts) throws RemoteException;

        void add(Map<String, Integer> amounts) throws RemoteException;

        void note(LocalDate day) throws RemoteException;

        void file(Folder folder) throws RemoteException;

        void fail(Exception failure) throws RemoteException;

        void ask(Source source) throws Exception;
    }

    /** An object that is called back, or a server. */
    interface Source extends Remote {
        Object any() throws Exception;

        List<String> texts() throws Exception;
    }

    record Folder(String name, Object content) implements Serializable {}

    /** An exception with a field of type Object. */
    static final class Burdened extends Exception {
        final Object content;

        Burdened(Object content) {
            this.content = content;
        }
    }

    private static final class Serving implements RemoteInbox {
        @Override
        public void take(Object value) {}

        @Override
        public void join(List<String> texts) {}

        @Override
        public void add(Map<String, Integer> amounts) {}

        @Override
        public void note(LocalDate day) {}

        @Override
        public void file(Folder folder) {}

        @Override
        public void fail(Exception failure) {}

        @Override
        public void ask(Source source) throws Exception {
            source.any();
        }
    }

    /** Answers with what a test says. */
    private static final class Answering implements Source {
        private Object value;
        private boolean thrown;

        @Override
        public Object any() throws Exception {
            if (thrown) {
                throw new Burdened(value);
            }
            return value;
        }

        @Override
        @SuppressWarnings("unchecked") // it answers with elements of another type
        public List<String> texts() {
            return (List<String>) value;
        }
    }

    private final Serving inbox = new Serving();
    private final Answering source = new Answering();
    private final RemoteInbox remoteInbox;
    private final Source remoteSource;
    private final Registry registry;
    private final Remote remoteRegistry;

    JavaRmi() throws IOException {
        remoteInbox = (RemoteInbox) UnicastRemoteObject.exportObject(inbox, 0);
        remoteSource = (Source) UnicastRemoteObject.exportObject(source, 0);
        registry = LocateRegistry.createRegistry(0);
        remoteRegistry = java.rmi.server.RemoteObject.toStub(registry);
    }

    /** Attacks each way in with a chain of its own, since one fires once. */
    void attack(Chain chain, Outcome outcome) throws Exception {
        arguments(chain, outcome);
        if (chain.make().value().isPresent()) {
            answers(chain, outcome);
        }
    }

    private interface Step {
        void with(Payload payload) throws Exception;
    }

    private static void report(String position, Chain chain, Outcome outcome, Step step) {
        Payload payload = chain.make();
        try {
            step.with(payload);
        } catch (Exception e) {
            // The call fails, before or after the chain has fired.
        }
        outcome.of(position, payload.fired().getAsBoolean());
    }

    private void arguments(Chain chain, Outcome outcome) {
        report("ANY", chain, outcome, each -> argument("take", Object.class, each, value -> value));
        report("TEXTS", chain, outcome, each -> argument("join", List.class, each, JavaRmi::list));
        report("MAP", chain, outcome, each -> argument("add", Map.class, each, value -> value));
        report("DAY", chain, outcome, each -> argument("note", LocalDate.class, each, value -> value));
        report(
                "FIELD",
                chain,
                outcome,
                each -> argument("file", Folder.class, each, value -> new Folder("name", value)));
        report("EXCEPTION", chain, outcome, each -> argument("fail", Exception.class, each, Burdened::new));
        report("LOOK_UP", chain, outcome, each -> registry(LOOK_UP, each));
        report("BIND", chain, outcome, each -> registry(BIND, each));
    }

    private static Object list(Object value) {
        return new ArrayList<>(List.of(value));
    }

    private void answers(Chain chain, Outcome outcome) {
        report("ANY_ANSWER", chain, outcome, each -> answer(each.root(), false, () -> remoteInbox.ask(remoteSource)));
        report(
                "EXCEPTION_ANSWER",
                chain,
                outcome,
                each -> answer(each.root(), true, () -> remoteInbox.ask(remoteSource)));
        report("ANY_ANSWER_AT_A_CLIENT", chain, outcome, each -> answer(each.root(), false, remoteSource::any));
        report(
                "TEXTS_ANSWER_AT_A_CLIENT",
                chain,
                outcome,
                each -> answer(list(each.root()), false, remoteSource::texts));
        report("EXCEPTION_ANSWER_AT_A_CLIENT", chain, outcome, each -> answer(each.root(), true, remoteSource::any));
    }

    private interface Call {
        void run() throws Exception;
    }

    private void answer(Object value, boolean thrown, Call call) throws Exception {
        source.value = value;
        source.thrown = thrown;
        call.run();
    }

    /** Writes a call as the protocol has it, whatever the type of the parameter. */
    private void argument(
            String method, Class<?> type, Payload payload, java.util.function.UnaryOperator<Object> wrapping)
            throws Exception {
        RemoteRef reference = ((RemoteObject) Proxy.getInvocationHandler(remoteInbox)).getRef();
        call(reference, -1, hash(method + "(" + type.descriptorString() + ")V"), payload, wrapping);
    }

    private void registry(int operation, Payload payload) throws Exception {
        call(((RemoteObject) remoteRegistry).getRef(), operation, REGISTRY_HASH, payload, value -> value);
    }

    private static void call(
            RemoteRef to, int operation, long hash, Payload payload, java.util.function.UnaryOperator<Object> wrapping)
            throws Exception {
        ByteArrayOutputStream address = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(address)) {
            to.writeExternal((ObjectOutput) out);
        }
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(address.toByteArray()));
        in.skipNBytes(6); // the header of the stream and of a block
        boolean isNewFormat = to.getRefClass(null).equals("UnicastRef2");
        if (isNewFormat) {
            in.readByte();
        }
        in.readUTF();
        int port = in.readInt();
        byte[] object = in.readNBytes(22);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(0x4a524d49);
            out.writeShort(2);
            out.writeByte(0x4c); // one operation
            out.writeByte(0x50); // a call
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            try (Forger forger = new Forger(body, payload.forgery(), true)) {
                forger.write(object);
                forger.writeInt(operation);
                forger.writeLong(hash);
                forger.writeObject(wrapping.apply(payload.root()));
            }
            out.write(body.toByteArray());
            socket.getInputStream().readNBytes(1);
        }
    }

    private static long hash(String method) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF(method);
        byte[] digest = MessageDigest.getInstance("SHA").digest(bytes.toByteArray());
        long hash = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            hash += (digest[i] & 0xffL) << (i * Byte.SIZE);
        }
        return hash;
    }

    @Override
    public void close() throws IOException {
        UnicastRemoteObject.unexportObject(inbox, true);
        UnicastRemoteObject.unexportObject(source, true);
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
