package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class PingCommandTest {
    @Test
    void printsEachAnswer() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            Ran ran = Ran.wherry("ping", server.address().toString(), "--count", "3", "--interval", "1ms");

            assertThat(ran.out()).contains("3 of 3 answered").hasLineCount(4);
            assertThat(ran.status()).isZero();
        }
    }

    @Test
    void printsJsonForPrograms() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            Ran ran = Ran.wherry("ping", server.address().toString(), "--count", "2", "--interval", "1ms", "--json");

            JsonNode printed = JsonMapper.shared().readTree(ran.out());
            assertThat(printed.get("count").asInt()).isEqualTo(2);
            assertThat(printed.get("micros").get("min").asDouble())
                    .isPositive()
                    .isLessThanOrEqualTo(printed.get("micros").get("max").asDouble());
        }
    }

    @Test
    void stopsWithoutAWordWhenNobodyReadsItsOutput() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Started ping = Started.wherry(
                        ProcessBuilder.Redirect.PIPE,
                        "ping",
                        server.address().toString(),
                        "--count",
                        "1000000",
                        "--interval",
                        "1ms")) {
            assertThat(ping.line()).contains("answered in");
            ping.out().close();

            assertThat(ping.status()).isEqualTo(1);
            assertThat(ping.process().errorReader().lines()).isEmpty();
        }
    }

    @Test
    void summarizesWhenItIsInterrupted() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Started ping = Started.wherry(
                        "ping", server.address().toString(), "--count", "1000000", "--interval", "1ms")) {
            assertThat(ping.line()).contains("answered in");

            ping.process().toHandle().destroy();

            String last = "";
            for (String line = ping.line(); line != null; line = ping.line()) {
                last = line;
            }
            assertThat(last).containsPattern("\\d+ of 1000000 answered: min .*, median .*, max ");
        }
    }

    @Test
    void refusesACountBelowOne() {
        Ran ran = Ran.wherry("ping", "tcp://127.0.0.1:1", "--count", "0");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).startsWith("wherry: --count must be at least 1; it is 0");
    }

    @Test
    void reportsThatNoEndpointAnswers() {
        assertThat(Ran.wherry("ping", "tcp://127.0.0.1:1").status()).isEqualTo(3);
    }
}
