package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import dev.wherry.cli.policy.PolicyFile;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose code a host lets in. That it runs tasks, the test of the other command shows. */
@Timeout(120)
class HostCommandTest {
    private static final Path EXAMPLE = Path.of("../docs/guide/policy.toml");

    @TempDir
    private Path folder;

    private KeyPair ann;

    @BeforeEach
    void makesAKey() throws Exception {
        ann = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Files.writeString(folder.resolve("ann.pub"), """
                -----BEGIN PUBLIC KEY-----
                %s
                -----END PUBLIC KEY-----
                """.formatted(
                        Base64.getEncoder().encodeToString(ann.getPublic().getEncoded())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://0.0.0.0:0", "tcp://[::]:0", "tcp://192.0.2.1:0"})
    void letsAnybodysCodeInFromThisMachineOnly(String address) {
        Ran ran = Ran.wherry("host", "--listen", "tcp://127.0.0.1:0", "--listen", address, "--allow-code", "any");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(
                        "Refused to listen at " + address,
                        "--listen tcp://127.0.0.1:5739",
                        "policy file",
                        "--anyone-on-the-network");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void letsAnybodysCodeInByAPolicyFromThisMachineOnly() throws IOException {
        String policy = written("[who]\nanyone = true\n");

        assertThat(Ran.wherry("host", "--listen", "tcp://0.0.0.0:0", "--allow-code", policy)
                        .err())
                .contains("--anyone-on-the-network");
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://127.0.0.1:0, true",
        "tcp://localhost:5739, true",
        "tcp://[::1]:0, true",
        "unix:/run/host.sock, true",
        "shm:/run/host, true",
        "tcp://0.0.0.0:0, false",
        "tcp://:0, false",
        "tcp://no such host:0, false"
    })
    void knowsWhichAddressesOthersCanReach(String address, boolean local) {
        assertThat(Addresses.isLocal(address)).isEqualTo(local);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            foo://x             | Unknown scheme 'foo' in 'foo://x'. Known schemes: dds, dds-name, inprocess, shm, tcp, tls, unix
            localhost:5739      | did you mean tcp://localhost:5739?
            tcp://no such host  | is not a URI
            """)
    void describesInvalidAddresses(String address, String message) {
        Ran ran = Ran.wherry("host", "--listen", "tcp://127.0.0.1:0", "--listen", address, "--allow-code", "any");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains(message).hasLineCount(1);
        assertThat(ran.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"host --allow-code any", "serve --bind bank=acme.Bank:acme.LedgerBank"})
    void saysThatAnAddressIsInUse(String command) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String taken = "tcp://127.0.0.1:" + other.getLocalPort();
            for (String first : List.of("", " --listen tcp://127.0.0.1:0")) {
                Ran ran = Ran.wherry((command + first + " --listen " + taken).split(" "));

                assertThat(ran.status()).isEqualTo(1);
                assertThat(ran.err()).contains(taken, "in use").hasLineCount(1);
                assertThat(ran.out()).isEmpty();
            }
        }
    }

    @Test
    void keepsAnybodysCodeToThisUserWhereNoAddressIsGiven() throws Exception {
        Path socket;
        try (Started host = Started.wherry("host", "--allow-code", "any")) {
            String address = host.address();
            assertThat(address).startsWith("unix:/");
            socket = Path.of(address.substring("unix:".length()));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
                    .isEqualTo("rwx------");
            host.process().destroy();
            host.status();
        }
        Await.until("the directory to be gone", () -> !Files.exists(socket.getParent()));
    }

    @Test
    void needsTheOptionForWhoseCodeToAccept() {
        Ran ran = Ran.wherry("host");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("--allow-code");
    }

    @Test
    void hasNoClassesOfItsOwnForAChild() {
        Ran ran = Ran.wherry("host", "--allow-code", "any", "--child", "-cp", folder.toString());

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("do not give --class-path");
    }

    @Test
    void saysWhichPolicyFileIsMissing() {
        Ran ran = Ran.wherry("host", "--allow-code", "none.toml");

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains("Policy file not found: ", "none.toml", "--allow-code any");
    }

    @Test
    void readsTheGuidesPolicy() throws Exception {
        Files.copy(EXAMPLE, folder.resolve("policy.toml"));

        MobilityPolicy policy = read("policy.toml");

        assertThat(policy.anyone()).isFalse();
        assertThat(policy.shippers())
                .containsExactlyInAnyOrder(
                        CodeSigner.identity(ann.getPublic()),
                        Identity.of("ed25519", "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"),
                        Identity.of("unix", "user ann"),
                        Identity.of("unix", "uid 1000"),
                        new Identity("unix", null, Map.of("group", "build")));
        assertThat(policy.allowed()).containsExactlyInAnyOrder("com.acme.*", "org.example.jobs", "");
        assertThat(policy.denied()).containsExactly("com.acme.internal.*");
        assertThat(policy.shippedFirst()).containsExactly("com.acme.prices");
        assertThat(policy.limits()).usingRecursiveComparison().isEqualTo(CodeLimits.defaults());
        assertThat(policy.child()).usingRecursiveComparison().isEqualTo(ChildLimits.defaults());
        assertThat(Files.size(folder.resolve("received.jsonl"))).isZero();
    }

    @Test
    void takesEachLimit() throws Exception {
        written("""
                [who]
                anyone = true
                [limits]
                bundle = "2 MiB"
                class = "64 KiB"
                workspace = "3 GiB"
                workspace-classes = 10
                cache = "0 B"
                nesting = 5
                hops = 0
                [child]
                heap = "64MiB"
                memory = "1GiB"
                cpu-time = "2s"
                wall-time = "PT3S"
                threads = 4
                """);

        MobilityPolicy policy = read("policy.toml");

        CodeLimits limits = policy.limits();
        assertThat(limits.bundleBytes()).isEqualTo(2 << 20);
        assertThat(limits.classBytes()).isEqualTo(64 << 10);
        assertThat(limits.workspaceClasses()).isEqualTo(10);
        assertThat(limits.workspaceBytes()).isEqualTo(3L << 30);
        assertThat(limits.cacheBytes()).isZero();
        assertThat(limits.nesting()).isEqualTo(5);
        assertThat(limits.hops()).isZero();
        ChildLimits child = Objects.requireNonNull(policy.child());
        assertThat(child.heapBytes()).isEqualTo(64 << 20);
        assertThat(child.memoryBytes()).isEqualTo(1 << 30);
        assertThat(child.cpuTime()).isEqualTo(Duration.ofSeconds(2));
        assertThat(child.wallTime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(child.threads()).isEqualTo(4);
    }

    @Test
    void writesALineForEachBundle() throws Exception {
        written("[who]\nanyone = true\n[records]\nfile = 'log.jsonl'\n");

        read("policy.toml")
                .recorder()
                .accept(new CodeReceived(
                        Instant.EPOCH,
                        Set.of(Identity.of("unix", "user ann")),
                        "w",
                        "ab",
                        List.of(new CodeReceived.ClassFile("com.acme.T", "cd", 9)),
                        9,
                        "no"));

        assertThat(Files.readString(folder.resolve("log.jsonl")))
                .isEqualTo(
                        "{\"when\":\"1970-01-01T00:00:00Z\",\"accepted\":false,\"refusal\":\"no\",\"workspace\":\"w\","
                                + "\"manifest\":\"ab\",\"bytes\":9,\"from\":[\"unix user ann\"],"
                                + "\"classes\":[{\"name\":\"com.acme.T\",\"hash\":\"cd\",\"bytes\":9}],\"resources\":[]}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            keys = ["ann.pub"]                   | :1: unknown key 'keys'; known keys: child, limits, packages, records, who
            [who];kesy = ["ann.pub"]             | :2 [who]: unknown key 'kesy'; known keys: anyone, groups, keys, users
            [who];keys = "ann.pub"               | :2 [who]: keys is 'ann.pub'; expected a list; each element is a PEM file
            [who];keys = [1]                     | :2 [who]: keys is '1'; expected a list
            [who];keys = ["none.pub"]            | :2 [who]: keys: {}/none.pub cannot be read
            [who];keys = ["ed25519:ab"]          | :2 [who]: keys: 'ab' is not a SHA-256: expected 64 digits
            [who];keys = ["policy.toml"]         | :2 [who]: keys: {}/policy.toml holds no PEM block
            [who];users = [""]                   | :2 [who]: users: The name is empty
            [who];anyone = "yes"                 | :2 [who]: anyone is 'yes'; expected true or false
            [who];anyone = false                 | ` accepts code from nobody: expected a table [who]`
            [who];users=["a"];anyone=true        | :3 [who]: anyone is true, so keys, users and groups have no effect
            [who];anyone=true;[packages];allow = []             | :4 [packages]: allow: No package is allowed
            [who];anyone=true;[packages];allow = ["a"];deny = ["a.*"] | :5 [packages]: deny: Each package that is allowed, [a], is denied by [a.*]
            who = 1                              | :1: who is '1'; expected a table
            [who];anyone=true;[packages];allow = ["com..acme"]  | :4 [packages]: allow: 'com..acme' names no package
            [who];anyone=true;[limits];bundle = "much"          | :4 [limits]: bundle: 'much' is not an amount of bytes
            [who];anyone=true;[limits];bundle = "9 GiB"         | :4 [limits]: bundle: '9 GiB' is too large
            [who];anyone=true;[limits];class = "0 B"            | :4 [limits]: class: Limit 'classBytes' must be at least 1
            [who];anyone=true;[limits];hops = 1.5               | :4 [limits]: hops is '1.5'; expected a whole number
            [who];anyone=true;[limits];hops = 99999999999       | :4 [limits]: hops is '99999999999'; expected a whole number
            [who];anyone=true;[limits];nesting = 5000           | :4 [limits]: nesting: Limit 'nesting' must be at least 1 and at most 1000
            [who];anyone=true;[child];heap = "1 MiB"            | :4 [child]: heap: A child's limit 'heapBytes' must be at least
            [who];anyone=true;[child];wall-time = "long"        | :4 [child]: wall-time: 'long' is not a duration such as
            [who];anyone=true;[child];cores = 1                 | :4 [child]: unknown key 'cores'
            [who];anyone=true;[records];file = "no/such/x"      | :4 [records]: file: {}/no/such/x cannot be written
            [who];anyone=true;anyone=true                       | :3: anyone previously defined
            [who                                                | :1: Unexpected end of line
            """)
    void saysWhereAPolicyIsWrong(String lines, String message) throws IOException {
        Ran ran = Ran.wherry("host", "--allow-code", written(lines.replace(';', '\n') + "\n"));

        assertThat(ran.status()).as(ran.err()).isEqualTo(2);
        assertThat(withoutColumns(ran)).contains("policy.toml" + message.replace("{}", folder.toString()));
    }

    private static String withoutColumns(Ran ran) {
        return ran.err().replaceAll("(policy\\.toml:\\d+):\\d+", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow", "deny", "shipped-first"})
    void saysWhereAPolicyNamesTooManyPackages(String key) throws IOException {
        String names =
                IntStream.rangeClosed(0, 10_000).mapToObj(i -> "'p" + i + "'").collect(Collectors.joining(","));
        String policy = written("[who]\nanyone = true\n[packages]\n" + key + " = [" + names + "]\n");

        assertThat(withoutColumns(Ran.wherry("host", "--allow-code", policy)))
                .contains("policy.toml:4 [packages]: " + key + ": At most 10000 packages are named; these are 10001");
    }

    @Test
    void saysThatAPolicyIsNotUtf8() throws IOException {
        String policy = written("[who]\nusers = [\"André\"]\n");
        Files.writeString(Path.of(policy), Files.readString(Path.of(policy)), StandardCharsets.ISO_8859_1);

        Ran ran = Ran.wherry("host", "--allow-code", policy);

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains(policy + " is not UTF-8 text")
                .doesNotContain("Exception")
                .hasLineCount(1);
    }

    @Test
    void readsAPolicyThatBeginsWithAByteOrderMark() throws IOException {
        written("\ufeff[who]\nusers = [\"André\"]\n");

        assertThat(read("policy.toml").shippers()).containsExactly(Identity.of("unix", "user André"));
    }

    @Test
    void readsNoPolicyThatIsTooLarge() throws IOException {
        String policy = written("# " + "x".repeat(1 << 20));

        assertThat(Ran.wherry("host", "--allow-code", policy).err()).contains("a policy has at most 262144");
    }

    private MobilityPolicy read(String name) throws IOException {
        return PolicyFile.read(folder.resolve(name), DurationConverter::parsed);
    }

    private String written(String policy) throws IOException {
        return Files.writeString(folder.resolve("policy.toml"), policy).toString();
    }
}
