package dev.wherry.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy whose file is replaced while it is in use. */
class WatchedPolicyTest {
    private static final Identity ANN = Identity.of("token", "ann");
    private static final String EVERYONE = "[[allow]]\nroles = [\"*\"]\nnames = [\"bank\"]\n";
    private static final String TELLER = "[roles]\nteller = [\"token ann\"]\n";

    @TempDir
    private Path folder;

    private Path file;

    interface Bank {
        int balance();
    }

    @BeforeEach
    void writes() throws IOException {
        file = folder.resolve("access.toml");
        replace(TELLER);
    }

    private void replace(String text) throws IOException {
        Path made = Files.writeString(folder.resolve("new"), text);
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private AccessPolicy watched() throws IOException {
        return AccessPolicy.watched(file, Duration.ofMillis(1));
    }

    @Test
    void decidesByTheNewFile() throws IOException {
        AccessPolicy policy = watched();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        policy.applyTo(EndpointOptions.builder()).build());
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, () -> 7);
            Bank bank = client.lookup(server.address() + "/bank", Bank.class);
            assertThatThrownBy(bank::balance)
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED));
            replace(EVERYONE);
            Polling.until("the call is allowed", () -> isAllowed(bank));
            replace(TELLER);
            Polling.until("the call is refused again", () -> !isAllowed(bank));
        }
    }

    private static boolean isAllowed(Bank bank) {
        try {
            return bank.balance() == 7;
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo(Code.REFUSED);
            return false;
        }
    }

    @Test
    void keepsTheOldRulesAndSaysOnceWhereTheNewFileIsWrong() throws IOException {
        AccessPolicy policy = watched();
        try (LogRecorder log = new LogRecorder("dev.wherry.access")) {
            replace("[roles]\nteller = [\"token ann\"]\n[[allow]]\nroles = [\"boss\"]\nnames = [\"bank\"]\n");
            Polling.until(
                    "the file was read", () -> hasRoles(policy) && log.texts().count() == 1);
            Files.delete(file);
            Polling.until(
                    "its absence was seen",
                    () -> hasRoles(policy) && log.texts().count() == 2);
            replace(TELLER.replace("teller", "cashier"));
            Polling.until("the file is used", () -> policy.rolesOf(ANN).contains("cashier"));
            Polling.until("all is logged", () -> log.texts().count() == 3);
            List<String> texts = log.texts().toList();
            assertThat(texts.get(0)).contains("stays the old one", file + ":4:1 [allow]", "No role 'boss'");
            assertThat(texts.get(1)).contains("stays the old one", "NoSuchFile");
            assertThat(texts.get(2)).contains("is that of the changed file " + file);
        }
    }

    private static boolean hasRoles(AccessPolicy policy) {
        assertThat(policy.rolesOf(ANN)).containsExactly("teller");
        return true;
    }

    @Test
    void doesNotBeginWithAFileThatIsWrong() throws IOException {
        replace("[role]");
        assertThatThrownBy(this::watched).isInstanceOf(PolicyException.class).hasMessageContaining(":1:1");
        Files.delete(file);
        assertThatThrownBy(this::watched).isInstanceOf(IOException.class);
    }
}
