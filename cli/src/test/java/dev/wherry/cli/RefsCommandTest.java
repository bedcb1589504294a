package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import acme.Bank.Teller;
import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class RefsCommandTest {
    public interface Desk {
        Teller teller();
    }

    private static Endpoint desk(EndpointOptions options) {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
        AtomicInteger tellers = new AtomicInteger();
        server.bind("desk", Desk.class, () -> {
            int number = tellers.incrementAndGet();
            return () -> "teller " + number;
        });
        return server;
    }

    /** Takes references as a client, which must be kept. */
    private static List<Teller> take(Endpoint client, Endpoint server, int count) {
        Desk desk = client.lookup(server.address() + "/desk", Desk.class);
        List<Teller> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(desk.teller());
        }
        return held;
    }

    private static Ran refs(Endpoint server, String... options) {
        List<String> words = new ArrayList<>(List.of("refs", server.address().toString()));
        words.addAll(List.of(options));
        return Ran.wherry(words.toArray(String[]::new));
    }

    @Test
    void showsWhoHoldsEachObjectSinceWhen() {
        try (Endpoint server = desk(EndpointOptions.defaults());
                Endpoint client = Endpoint.create();
                Endpoint other = Endpoint.create()) {
            List<Teller> held = take(client, server, 2);
            List<Teller> others = take(other, server, 1);

            Ran ran = refs(server);
            assertThat(ran.err()).isEmpty();
            assertThat(ran.status()).isZero();
            List<String> lines = ran.out().lines().toList();
            assertThat(lines).hasSize(1 + held.size() + others.size());
            assertThat(lines.getFirst().split(" +"))
                    .containsExactly("SESSION", "PEER", "CONNECTED", "OBJECT", "INTERFACE", "REFERENCES", "HELD");
            assertThat(lines.subList(1, lines.size()))
                    .allSatisfy(
                            line -> assertThat(line)
                                    .matches(
                                            "\\d+ +127\\.0\\.0\\.1:\\d+ +0 min \\d+ s +\\d+ +acme\\.Bank\\$Teller +1 +0 min \\d+ s"));
            assertThat(lines.get(1).split(" +")[1])
                    .isEqualTo(lines.get(2).split(" +")[1])
                    .isNotEqualTo(lines.get(3).split(" +")[1]);
        }
    }

    @Test
    void printsJsonForPrograms() {
        try (Endpoint server = desk(EndpointOptions.defaults());
                Endpoint client = Endpoint.create()) {
            List<Teller> held = take(client, server, 2);

            JsonNode told = JsonMapper.shared().readTree(refs(server, "--json").line());
            assertThat(told.get("exports").asInt()).isEqualTo(held.size());
            JsonNode first = told.get("held").get(0);
            assertThat(first.get("interface").asString()).isEqualTo("acme.Bank$Teller");
            assertThat(first.get("peer").asString()).startsWith("127.0.0.1:");
            assertThat(first.get("references").asLong()).isEqualTo(1);
            assertThat(first.get("connectedSeconds").asDouble())
                    .isGreaterThanOrEqualTo(first.get("heldSeconds").asDouble())
                    .isPositive();
            assertThat(told.get("held").get(1).get("session").asLong())
                    .isEqualTo(first.get("session").asLong())
                    .isPositive();
        }
    }

    @Test
    void reportsThatNobodyHoldsAnything() {
        try (Endpoint server = desk(EndpointOptions.defaults())) {
            assertThat(refs(server).line()).isEqualTo("No peer refers to an object of " + server.address());
        }
    }

    @Test
    void listsAThousandObjectsAndCountsTheOthers() {
        try (Endpoint server = desk(EndpointOptions.defaults());
                Endpoint client = Endpoint.create();
                Endpoint other = Endpoint.create()) {
            List<Teller> held = take(client, server, 1_200);
            List<Teller> others = take(other, server, 3);

            assertThat(refs(server).out())
                    .hasLineCount(1_002)
                    .endsWith((held.size() + others.size() - 1_000) + " more objects are held, which are newer\n");
            JsonNode told = JsonMapper.shared().readTree(refs(server, "--json").line());
            assertThat(told.get("held").findValuesAsString("session").stream().distinct())
                    .as("sessions, of which none hides the other")
                    .hasSize(2);
        }
    }

    @Test
    void reportsThatItIsRefused() {
        Authorizer closed = call -> {
            if (call.target().equals("the registry") && call.method().getName().equals("heldObjects")) {
                throw new CallException(CallException.Code.REFUSED, "not public");
            }
        };
        try (Endpoint server =
                desk(EndpointOptions.builder().addAuthorizer(closed).build())) {
            Ran ran = refs(server);

            assertThat(ran.status()).isEqualTo(6);
            assertThat(ran.err()).contains("not public");
            assertThat(Ran.wherry("ls", server.address().toString()).status()).isZero();
        }
    }

    @Test
    void reportsThatNoEndpointAnswers() {
        assertThat(Ran.wherry("refs", "tcp://127.0.0.1:1").status()).isEqualTo(3);
        assertThat(Ran.wherry("refs", "nowhere").status()).isEqualTo(2);
    }
}
