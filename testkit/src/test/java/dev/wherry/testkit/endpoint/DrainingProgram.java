package dev.wherry.testkit.endpoint;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.time.Duration;

/** A server that drains when it gets a SIGTERM. */
public final class DrainingProgram {
    @ByReference
    public interface Work {
        /** Returns when the client lets the server go on. */
        void go();
    }

    public interface Desk {
        int add(int a, int b);

        /** Does work of the client before it adds. */
        int addAfter(Work work, int a, int b);
    }

    private static final class Adding implements Desk {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public int addAfter(Work work, int a, int b) {
            work.go();
            return a + b;
        }
    }

    private DrainingProgram() {}

    /** @param arguments the address, and how many milliseconds it drains at the most */
    public static void main(String... arguments) {
        Endpoint server = Endpoint.create(EndpointOptions.builder()
                .drain(Duration.ofMillis(Long.parseLong(arguments[1])))
                .drainOnShutdown(true)
                .build());
        server.bind("desk", Desk.class, new Adding());
        System.out.println("listening " + server.listenAt(arguments[0]));
    }
}
