package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses of IPv6 in a JVM without IPv6. */
class NoIpv6Test {
    interface Echo {
        String echo(String value);
    }

    /** Prints how listening and connecting at IPv6 addresses fail. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            attempt(() -> Endpoint.listen("tcp://[::]:0").close());
            attempt(() -> {
                try (Endpoint client = Endpoint.create()) {
                    client.lookup("tcp://[::1]:4999/echo", Echo.class);
                }
            });
        }

        private static void attempt(Runnable attempt) {
            try {
                attempt.run();
                System.out.println("nothing failed");
            } catch (CallException e) {
                System.out.println(e.code() + " " + e.getMessage());
            }
        }
    }

    @Test
    void refusesIpv6AddressesAndSaysWhatToDo() throws Exception {
        try (ChildJvm child = new ChildJvm(List.of(
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                ChildJvm.path(Endpoint.class, NoIpv6Test.class),
                Program.class.getName()))) {
            assertThat(child.toTheEnd())
                    .anyMatch(line -> line.startsWith("UNAVAILABLE Cannot listen at tcp://[::]:0: "))
                    .anyMatch(line -> line.startsWith("UNAVAILABLE Cannot connect to tcp://[::1]:4999"))
                    .filteredOn(line -> line.contains("this JVM has no IPv6") && line.contains("Use an IPv4 address"))
                    .hasSize(2);
        }
    }
}
