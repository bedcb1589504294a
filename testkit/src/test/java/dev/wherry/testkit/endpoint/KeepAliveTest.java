package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program whose main method returns while the program waits to be called back. */
@Tag("long")
class KeepAliveTest {
    /** An object that the server calls back. */
    interface Listener extends Remote {
        void heard(String word) throws RemoteException;

        void stop() throws RemoteException;

        String stopSlowly() throws RemoteException;
    }

    /** A service that calls back. */
    interface Chat extends Remote {
        void join(Listener listener) throws RemoteException;
    }

    /** A program that joins and returns. */
    static final class Client {
        static void main(String address, String keep) throws RemoteException {
            Endpoint endpoint = Endpoint.create(EndpointOptions.builder()
                    .exportsKeepAlive(Boolean.parseBoolean(keep))
                    .build());
            endpoint.lookup(address + "/chat", Chat.class).join(new Listener() {
                @Override
                public void heard(String word) {
                    System.out.println("heard " + word);
                }

                @Override
                public void stop() {
                    endpoint.unexport(this);
                }

                @Override
                public String stopSlowly() {
                    stop();
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3)); // far longer than an idle program stays alive
                    return "stopped";
                }
            });
            System.out.println("main returns, and these threads remain: " + staying());
        }

        /** Returns the threads that keep the JVM alive, except this one. */
        private static List<String> staying() {
            return Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> !thread.isDaemon() && thread != Thread.currentThread())
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("wherry-"))
                    .toList();
        }

        public static void main(String[] args) throws RemoteException {
            main(args[0], args[1]);
        }
    }

    private final BlockingQueue<Listener> joined = new LinkedBlockingQueue<>();

    private ChildJvm client(Endpoint server, boolean keep) throws Exception {
        server.bind("chat", Chat.class, joined::add);
        return new ChildJvm(List.of(
                "-cp",
                ChildJvm.path(Endpoint.class, KeepAliveTest.class, Await.class),
                Client.class.getName(),
                server.address().toString(),
                String.valueOf(keep)));
    }

    @Test
    void staysAliveWhileItsObjectIsExported() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                ChildJvm client = client(server, true)) {
            assertThat(client.awaitLine("main returns")).endsWith("[wherry-exports]");
            Listener listener = joined.take();
            listener.heard("word");
            client.awaitLine("heard word");
            listener.stop();
            assertThat(client.toTheEnd()).last().isEqualTo("exit 0");
        }
    }

    @Test
    void answersTheCallInWhichItsLastObjectIsUnexported() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                ChildJvm client = client(server, true)) {
            assertThat(joined.take().stopSlowly()).isEqualTo("stopped");
            assertThat(client.toTheEnd()).last().isEqualTo("exit 0");
        }
    }

    @Test
    void endsWithItsMainMethodIfKeepAliveIsOff() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                ChildJvm client = client(server, false)) {
            assertThat(client.toTheEnd()).last().isEqualTo("exit 0");
        }
    }
}
