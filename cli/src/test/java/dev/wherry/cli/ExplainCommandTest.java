package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import acme.Bank;
import acme.LedgerBank;
import dev.wherry.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ExplainCommandTest {
    private final Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
    private final String bank = server.address() + "/bank.";

    ExplainCommandTest() {
        server.bind("bank", Bank.class, new LedgerBank());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private long calls() {
        return server.statistics().methods().stream()
                .mapToLong(method -> method.calls())
                .sum();
    }

    @Test
    void printsEachStage() {
        Ran ran = Ran.wherry("explain", bank + "add(int,int)", "1", "2", "--warm", "10");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.status()).isZero();
        assertThat(ran.out())
                .startsWith("bank.add(int,int), on ")
                .containsSubsequence(
                        "encode ",
                        "caller",
                        "wire",
                        "between",
                        "wait",
                        "server",
                        "decode ",
                        "dispatch",
                        "execute",
                        "encode result",
                        "decode result",
                        "total",
                        "100%",
                        "bytes out, ",
                        "bytes in");
        assertThat(calls()).as("11 calls of the method").isEqualTo(11);
    }

    @Test
    void callsOnceWhereNobodySaysThatMoreDoNoHarm() {
        assertThat(Ran.wherry("explain", bank + "add(int,int)", "1", "2").status())
                .isZero();

        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void printsJsonForPrograms() {
        Ran ran = Ran.wherry("explain", bank + "sleep", "20", "--json");

        JsonNode printed = JsonMapper.shared().readTree(ran.line());
        JsonNode nanos = printed.get("nanos");
        assertThat(nanos.get("execute").asLong()).isGreaterThanOrEqualTo(20_000_000);
        long sum = 0;
        for (JsonNode stage : nanos) {
            sum += stage.asLong();
        }
        assertThat(sum).isEqualTo(2 * nanos.get("total").asLong());
        assertThat(printed.get("bytes").get("out").asLong()).isPositive();
        assertThat(printed.get("method").asString()).isEqualTo("bank.sleep(long)");
    }

    @Test
    void refusesMethodsWhoseCallerDoesNotWait() {
        Ran future = Ran.wherry("explain", bank + "id", "123e4567-e89b-12d3-a456-426614174000");
        assertThat(future.status()).isEqualTo(2);
        assertThat(future.err()).contains("id returns a future");
        assertThat(Ran.wherry("explain", bank + "note", "text").err()).contains("note is one-way");
    }

    @Test
    void failsAsTheCallDoes() {
        Ran thrown = Ran.wherry("explain", bank + "withdraw", "1000000");
        assertThat(thrown.status()).isEqualTo(1);
        assertThat(Ran.wherry("explain", bank + "sleep", "60000", "--timeout", "100ms")
                        .status())
                .isEqualTo(5);
        assertThat(Ran.wherry("explain", bank + "nothing").status()).isEqualTo(4);
        assertThat(Ran.wherry("explain", server.address() + "/none.add", "1").status())
                .isEqualTo(4);
        assertThat(Ran.wherry("explain", server.address() + "/bank").status()).isEqualTo(2);
        assertThat(Ran.wherry("explain", bank + "add", "1", "2", "--warm", "-1").status())
                .isEqualTo(2);
        assertThat(Ran.wherry("explain", "tcp://127.0.0.1:1/a.b").status()).isEqualTo(3);
    }
}
