package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import acme.Bank;
import acme.LedgerBank;
import dev.wherry.Endpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class LsCommandTest {
    @Test
    void printsMethodsAndTypesAsJavaHasThem() {
        try (Endpoint server = bank("tcp://127.0.0.1:0")) {
            Ran ran = Ran.wherry("ls", server.address().toString());

            assertThat(ran.out())
                    .contains("bank  acme.Bank\n")
                    .contains("    Map<Currency, List<Money>> group(Map<Currency, List<Money>> by)\n")
                    .contains("    String joined(String... parts)\n")
                    .contains("    void note(String text)  [one-way]\n")
                    .contains("    void withdraw(long cents) throws Overdrawn\n")
                    .contains("    record acme.Bank$Pair<A, B>(A first, B second)\n")
                    .contains("    sealed acme.Bank$Shape = Circle | Square\n")
                    .contains("    enum acme.Bank$Currency { EUR, USD }\n");
            assertThat(ran.status()).isZero();
        }
    }

    @Test
    void printsJsonForPrograms() {
        try (Endpoint server = bank("tcp://127.0.0.1:0")) {
            Ran ran = Ran.wherry("ls", server.address().toString(), "--json");

            JsonNode bank = JsonMapper.shared().readTree(ran.out()).get(0);
            assertThat(bank.get("name").asString()).isEqualTo("bank");
            assertThat(bank.get("interface").asString()).isEqualTo("acme.Bank");
            assertThat(bank.get("methods").findValuesAsString("name")).contains("account", "group");
            assertThat(bank.get("types").findValuesAsString("kind")).contains("record", "enum", "sealed", "reference");
        }
    }

    @Test
    void listsOneNameOverAUnixSocket(@TempDir Path folder) {
        String address = "unix:" + folder.resolve("bank.sock");
        try (Endpoint server = bank(address)) {
            server.bind("other", Runnable.class, () -> {});

            assertThat(Ran.wherry("ls", address + "#bank").out())
                    .contains("acme.Bank")
                    .doesNotContain("Runnable");
            assertThat(Ran.wherry("ls", address).out()).contains("acme.Bank", "java.lang.Runnable");
        }
    }

    @Test
    void takesTheFirstOfSeveralAddressesThatAnswers() {
        try (Endpoint server = bank("tcp://127.0.0.1:0")) {
            String closed = "tcp://127.0.0.1:1,";
            String open = server.address().getAuthority();
            assertThat(Ran.wherry("ls", closed + open + "/bank").out()).startsWith("bank  acme.Bank\n");
            assertThat(Ran.wherry("ls", closed + "[::1]:1," + open).out()).startsWith("bank  acme.Bank\n");
            assertThat(Ran.wherry("ls", "tcp://a:1,b:70000").err()).contains("Invalid port 70000");
            assertThat(Ran.wherry("ls", "tcp://a:1,a:1").status()).isNotZero();
        }
    }

    @Test
    void saysThatNothingIsBound() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            assertThat(Ran.wherry("ls", server.address().toString()).out()).startsWith("Nothing is bound at ");
        }
    }

    @Test
    void colorsNamesOnATerminalOnly() {
        try (Endpoint server = bank("tcp://127.0.0.1:0")) {
            String address = server.address().toString();
            assertThat(Ran.wherry(Ansi.ON, "ls", address).out()).contains("\u001b[1mbank");
            assertThat(Ran.wherry(Ansi.OFF, "ls", address).out()).doesNotContain("\u001b");
        }
    }

    @Test
    void reportsThatNoEndpointAnswers() {
        assertThat(Ran.wherry("ls", "tcp://127.0.0.1:1").status()).isEqualTo(3);
    }

    private static Endpoint bank(String address) {
        Endpoint server = Endpoint.listen(address);
        server.bind("bank", Bank.class, new LedgerBank());
        return server;
    }
}
