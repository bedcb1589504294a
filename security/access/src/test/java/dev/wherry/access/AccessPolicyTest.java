package dev.wherry.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessPolicyTest {
    private static final Identity ANN = Identity.of("token", "ann");
    private static final Identity BOB = Identity.of("token", "bob");

    @TempDir
    Path folder;

    interface Bank {
        long balance();

        void transfer();

        @Allow("auditor")
        void audit();

        @RolesAllowed("auditor")
        void report();

        @DenyAll
        void never();

        @Allow(Allow.ANYONE)
        void hours();
    }

    private AccessPolicy policy(String text) throws IOException {
        return AccessPolicy.read(Files.writeString(folder.resolve("access.toml"), text));
    }

    private static Method method(Class<?> type, String name) {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean allows(AccessPolicy policy, Identity caller, String target, String method) {
        try {
            policy.authorizer().authorize(new Authorizer.Request(caller, target, method(Bank.class, method), Map.of()));
            return true;
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo(Code.REFUSED);
            return false;
        }
    }

    private static final String TELLERS = """
            [roles]
            teller = ["token ann", "tls spiffe://bank.example/teller-*"]
            auditor = ["token bob"]

            [[allow]]
            roles = ["teller"]
            names = ["bank*"]
            methods = ["balance", "trans*"]
            """;

    @Test
    void allowsWhatItNamesAndNothingElse() throws IOException {
        AccessPolicy policy = policy(TELLERS);

        assertThat(allows(policy, ANN, "bank", "balance")).isTrue();
        assertThat(allows(policy, ANN, "bank-2", "transfer")).isTrue();
        assertThat(allows(policy, ANN, "vault", "balance")).isFalse();
        assertThat(allows(policy, BOB, "bank", "balance")).isFalse();
        assertThat(allows(policy, Identity.of("user", "ann"), "bank", "balance"))
                .isFalse();
        assertThat(allows(policy, Identity.of("tls", "spiffe://bank.example/teller-7"), "bank", "balance"))
                .isTrue();
        assertThat(allows(policy, Identity.of("tls", "spiffe://bank.example/other"), "bank", "balance"))
                .isFalse();
    }

    @Test
    void letsTheRolesOfAnAnnotationDecideAlone() throws IOException {
        AccessPolicy policy = policy(TELLERS.replace("\"balance\", \"trans*\"", "\"*\""));

        assertThat(allows(policy, ANN, "bank", "audit")).isFalse();
        assertThat(allows(policy, BOB, "bank", "audit")).isTrue();
        assertThat(allows(policy, ANN, "bank", "report")).isFalse();
        assertThat(allows(policy, BOB, "bank", "report")).isTrue();
        assertThat(allows(policy, ANN, "bank", "never")).isFalse();
        assertThat(allows(policy, Identity.of("address", "x:1"), "bank", "hours"))
                .isTrue();
    }

    @Test
    void matchesAttributesAndEachRoleOfAToken() throws IOException {
        AccessPolicy policy = policy("""
                [roles]
                builder = ["unix[group] build"]
                admin = ["token[roles] admin"]
                near = ["address 10.1.*"]
                """);

        assertThat(policy.rolesOf(new Identity("unix", "user x", Map.of("group", "build"))))
                .containsExactly("builder");
        assertThat(policy.rolesOf(new Identity("token", "roles admin", Map.of("roles", "user admin"))))
                .containsExactly("admin");
        assertThat(policy.rolesOf(new Identity("token", "roles admin", Map.of("roles", "administrator"))))
                .isEmpty();
        assertThat(policy.rolesOf(new Identity("address", "10.1.2.3:4711", Map.of(Identity.IP, "10.1.2.3"))))
                .containsExactly("near");
    }

    @Test
    void matchesTheRegistryTasksAndUnnamedObjectsOnlyExplicitly() throws IOException {
        AccessPolicy all = policy("[[allow]]\nroles = [\"*\"]\nnames = [\"*\"]\n");

        assertThat(allows(all, ANN, "the registry", "balance")).isFalse();
        assertThat(allows(all, ANN, "the host of tasks", "balance")).isFalse();
        assertThat(allows(all, ANN, "object 7", "balance")).isFalse();
        assertThat(allows(all, ANN, "objects", "balance")).isTrue();

        AccessPolicy some = policy("[[allow]]\nroles = [\"*\"]\nnames = [\"the registry\"]\n"
                + "[[allow]]\nroles = [\"*\"]\ninterfaces = [\"" + Bank.class.getName() + "\"]\n");
        assertThat(allows(some, ANN, "the registry", "balance")).isTrue();
        assertThat(allows(some, ANN, "object 7", "balance")).isTrue();
    }

    @Test
    void limitsTheRateOfEachCallerAndSaysWhenToTryAgain() throws IOException {
        AccessPolicy policy = policy("""
                [[allow]]
                roles = ["*"]
                names = ["bank"]
                [[limit]]
                names = ["bank"]
                methods = ["balance"]
                rate = 1
                burst = 3
                """);

        for (int i = 0; i < 3; i++) {
            assertThat(allows(policy, ANN, "bank", "balance")).isTrue();
        }
        assertThatThrownBy(() -> policy.authorizer()
                        .authorize(new Authorizer.Request(ANN, "bank", method(Bank.class, "balance"), Map.of())))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.retryAfter().toMillis()).isBetween(1L, 1_000L));
        assertThat(allows(policy, ANN, "bank", "transfer")).isTrue();
        assertThat(allows(policy, BOB, "bank", "balance")).isTrue();
    }

    @Test
    void sharesALimitThatIsForAllCallersTogether() throws IOException {
        AccessPolicy policy = policy("""
                [[allow]]
                roles = ["*"]
                names = ["bank"]
                [[limit]]
                rate = 1
                burst = 1
                together = true
                """);

        assertThat(allows(policy, ANN, "bank", "balance")).isTrue();
        assertThat(allows(policy, BOB, "bank", "balance")).isFalse();
    }

    @Test
    void acceptsARateBelowOneInAFile() throws IOException {
        AccessPolicy policy = policy("""
                [[allow]]
                roles = ["*"]
                names = ["bank"]
                [[limit]]
                rate = 0.001
                """);

        assertThat(allows(policy, ANN, "bank", "balance")).isTrue();
        assertThat(allows(policy, ANN, "bank", "balance")).isFalse();
    }

    @Test
    void keepsALimitedNumberOfDecisionsForAllCallersTogether() {
        AccessRules rules = AccessPolicy.builder().allow("*", "*").rules();
        Method balance = method(Bank.class, "balance");
        for (int i = 0; i < 20_000; i++) {
            rules.decision(Identity.of("token", "user " + i % 200), "name " + i, balance);
        }
        assertThat(rules.kept()).isBetween(1, 4_096);
    }

    @Test
    void decidesOnceForAllPortsOfAnAddressAndAllObjectsWithoutAName() {
        AccessRules rules = AccessPolicy.builder().allow("*", "*").rules();
        Method balance = method(Bank.class, "balance");
        for (int i = 1; i <= 100; i++) {
            Identity caller = new Identity(Identity.ADDRESS, "192.0.2.1:" + i, Map.of(Identity.IP, "192.0.2.1"));
            assertThat(rules.decision(caller, "object " + i, balance).refusal())
                    .isEqualTo(
                            "Permission denied: address 192.0.2.1 may not call 'balance' of an object without a name."
                                    + " The access policy gives it no role");
        }
        assertThat(rules.kept()).isEqualTo(1);
    }

    @Test
    void keepsALimitedNumberOfCallersAndDecisions() {
        AccessPolicy policy =
                AccessPolicy.builder().allow("*", "*").limitRate("*", 0.001, 1).build();
        for (int i = 0; i < 30_000; i++) {
            allows(policy, Identity.of("token", "user " + i), "name " + (i % 10), "balance");
        }

        assertThat(allows(policy, Identity.of("token", "one more"), "bank", "balance"))
                .as("a caller beyond the limit shares with others")
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [role]                                            | :1:1: unknown key 'role'; known keys: allow, limit, roles
            [roles];a = "x"                                   | :2:1 [roles]: a is 'x'; expected a list
            [roles];a = ["ann"]                               | :2:1 [roles]: a: 'ann' is not an identity: expected a kind and a name
            [roles];"*" = []                                  | `:2:1 [roles]: *: '*' is not a role`
            [[allow]];roles = ["x"];names = ["a"]             | :2:1 [allow]: roles: No role 'x': roles are []
            [[allow]];roles = ["*"]                           | :1:1 [allow]: names is missing
            [[allow]];names = ["a"]                           | :1:1 [allow]: roles is missing
            [[allow]];role = ["*"];names = ["a"]              | :2:1 [allow]: unknown key 'role'
            [[allow]];roles = ["*"];names = ["a"];methods = []| :4:1 [allow]: methods is empty
            [[limit]];rate = 1;methods = []                   | :3:1 [limit]: methods is empty
            [[allow]];roles = ["*"];names = ["a"];verbs = []  | :4:1 [allow]: unknown key 'verbs'
            [allow];roles = []                                | :1:1: allow is a table; expected a list of tables
            [[limit]];rate = -1                               | :2:1 [limit]: rate: A limit must not be below 0
            [[limit]];names = ["x"]                           | :1:1 [limit]: calls-in-flight: A limit has calls-in-flight or rate
            [[limit]];rate = "fast"                           | :2:1 [limit]: rate is 'fast'; expected a number
            [[limit]];calls-in-flight = 1.5                   | :2:1 [limit]: calls-in-flight is '1.5'; expected a whole number
            [roles];a = ["b c";                               | access.toml:
            [roles];a = ["\\unix b", "c d"];;[[b]];c=d = 2      | is not TOML: an escape, such as \\u, is wrong
            ["a\\Eb"]                                         | :1:4: Invalid escape sequence
            """)
    void saysWhereAPolicyIsWrong(String lines, String message) {
        assertThatThrownBy(() -> policy(lines.replace(';', '\n')))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesAFileThatIsTooLong() {
        assertThatThrownBy(() -> policy("#".repeat((256 << 10) + 1)))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void matchesPatternsWithManyStarsAtOnce() {
        Glob stars = new Glob("*a".repeat(400) + "b");

        assertThat(stars.matches("a".repeat(1_000))).isFalse();
        assertThat(new Glob("a*c").matches("abbc")).isTrue();
        assertThat(new Glob("a*c").matches("abbd")).isFalse();
        assertThat(new Glob("*").matches("")).isTrue();
    }
}
