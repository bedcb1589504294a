package dev.wherry.dds.idl.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Checks what a program in another language serves and calls. */
final class Peers {
    private Peers() {}

    private static String name() {
        return "greeter" + ThreadLocalRandom.current().nextInt(1_000_000);
    }

    /**
     * Calls a server, which is started with the arguments {@code server DOMAIN NAME}.
     *
     * @param command the program
     */
    static void checkServer(Path folder, List<String> command) throws Exception {
        int domain = Tools.domain();
        String name = name();
        try (Tools.Server _ = Tools.Server.start(folder, with(command, "server", domain, name));
                Endpoint client = Tools.endpoint()) {
            Greeter greeter = client.lookup("dds://" + domain + "/" + name, Greeter.class);
            assertThat(greeter.greet("Java")).isEqualTo("Hello Java");
            assertThat(greeter.sum(List.of(1, -2, 30))).isEqualTo(29);
            assertThat(greeter.sum(List.of())).isZero();
            assertThatThrownBy(() -> greeter.sum(List.of(1, 2, 3, 4)))
                    .isInstanceOfSatisfying(
                            Greeter.Refused.class,
                            refused -> assertThat(refused.limit).isEqualTo(3));
            for (int i = 0; i < 200; i++) {
                assertThat(greeter.greet("x".repeat(i))).hasSize(6 + i);
            }
        }
    }

    /**
     * Serves a client, which is started with the arguments {@code client DOMAIN NAME}.
     *
     * @param language the name that it greets
     */
    static void checkClient(Path folder, List<String> command, String language) throws Exception {
        int domain = Tools.domain();
        String name = name();
        try (Endpoint server = Tools.endpoint()) {
            server.bind(name, Greeter.class, new Greeter.Server());
            server.listenAt("dds://" + domain);
            assertThat(Tools.run(folder, with(command, "client", domain, name)))
                    .isEqualTo("Hello " + language + "\nsum 6\nrefused above 3\ncode 4\n");
        }
    }

    private static String[] with(List<String> command, String side, int domain, String name) {
        String[] all = command.toArray(new String[command.size() + 3]);
        all[command.size()] = side;
        all[command.size() + 1] = Integer.toString(domain);
        all[command.size() + 2] = name;
        return all;
    }
}
