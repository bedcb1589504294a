package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent is started with, and the token that both sides know. */
@Timeout(60)
class LabAgentCommandTest {
    private static final String AGENT = "agent --listen tcp://127.0.0.1:0";
    private static final String RUN = "run --suite ejb --system rmi --servers-on tcp://127.0.0.1:1";

    @TempDir
    Path folder;

    private static void refuses(String command, int status, String words) {
        Ran ran = Ran.wherry(("lab " + command).split(" "));

        assertThat(ran.err()).contains(words).hasLineCount(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nonsense              | 2 | has no scheme; an address is such as tcp://host:5739
            localhost:5739        | 2 | has no scheme; did you mean tcp://localhost:5739?
            foo://x               | 2 | the scheme 'foo' of 'foo://x'; there is: inprocess, shm, tcp, unix
            tcp://                | 2 | is not a URI
            tcp:nonsense          | 2 | No host in 'tcp:nonsense': expected tcp://host:port, such as tcp://127.0.0.1:5739
            tcp://127.0.0.1:65536 | 2 | Port 65536 in 'tcp://127.0.0.1:65536' is above 65535
            tcp://192.0.2.1:0     | 1 | Cannot listen at tcp://192.0.2.1:0
            """)
    void saysWhereItCannotListen(String address, int status, String words) {
        refuses("agent --listen " + address, status, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {AGENT, RUN})
    void saysWhyATokenFileCannotBeRead(String command) throws IOException {
        String advice = ". --token-file names one that has the agent's token in it";
        Path none = folder.resolve("none");
        refuses(
                command + " --token-file " + none,
                4,
                "The token file '" + none + "' cannot be read: there is no such file" + advice);
        refuses(
                command + " --token-file " + folder,
                4,
                "The token file '" + folder + "' cannot be read: Is a directory" + advice);
        Path noText = Files.write(folder.resolve("token"), new byte[] {(byte) 0xff});
        refuses(command + " --token-file " + noText, 4, "cannot be read: it is no text in UTF-8" + advice);
    }

    @Test
    void takesNoTokenWithoutAnAgent() {
        Ran ran = Ran.wherry("lab", "run", "--suite", "ejb", "--token-file", "token");

        assertThat(ran.err())
                .contains("--token-file is for the agent of another host, and this run has none: add --servers-on");
        assertThat(ran.status()).isEqualTo(2);
    }

    @Test
    void refusesATokenThatCouldBeGuessed() throws IOException {
        Path token = folder.resolve("token");
        Files.writeString(token, " \n");
        refuses(AGENT + " --token-file " + token, 2, "A token of 0 characters could be guessed; it takes 16 or more");
        Files.writeString(token, "0123456789abcde\n");
        refuses(
                AGENT + " --token-file " + token,
                2,
                "A token of 15 characters could be guessed; it takes 16 or more. Write so many into the --token-file, or"
                        + " leave that out, and a random one is made");
    }

    @Test
    void showsNoAgentATokenThatCanBeNone() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcde\n");
        refuses(
                RUN + " --token-file " + token,
                2,
                "The token file '" + token
                        + "' has 15 characters, and no agent has a token of fewer than 16: is it the agent's?");
        Files.writeString(token, " \n");
        refuses(RUN + " --token-file " + token, 2, "has 0 characters");
    }

    @Test
    void asksNoAgentAtAPortThatIsNone() {
        Ran ran = Ran.wherry("lab", "run", "--suite", "ejb", "--servers-on", "tcp://127.0.0.1:99999");

        assertThat(ran.err()).contains("Port 99999 in 'tcp://127.0.0.1:99999' is above 65535");
        assertThat(ran.status()).isEqualTo(2);
    }

    /** A lab whose only client kills the agent, whose process it finds in a file, as soon as it is asked for anything. */
    private void hasALabThatLosesItsAgent() throws IOException {
        Path suite = Files.createDirectories(folder.resolve("lab/suites/tiny"));
        Files.writeString(suite.resolve("suite.toml"), """
                title = "Tiny"
                [[workloads]]
                name = "people-by-threads"
                title = "by threads"
                operation = "people"
                params = { threads = [1], size = [1] }
                [presets.smoke]
                mode = "smoke"
                rounds = 1
                calls = 100
                warmUp = "none"
                """);
        Path peer = Files.createDirectories(folder.resolve("lab/peers/kills"));
        Files.writeString(peer.resolve("peer.toml"), """
                name = "kills"
                title = "It kills"
                transport = "tcp"
                serializer = "none"
                operations = ["people"]
                probe = ["true"]
                install = ""
                server = ["sh", "-c", "echo ready nowhere; read line"]
                client = ["sh", "-c", "echo ready; read line; kill -9 $(cat {root}/agent)"]
                """);
    }

    @Test
    void saysHowToGoOnWhereTheAgentIsGone() throws Exception {
        hasALabThatLosesItsAgent();
        String token =
                Files.writeString(folder.resolve("token"), "0123456789abcdef").toString();
        String root = folder.toString();
        String out = folder.resolve("it's out").toString();
        try (Started agent = Started.wherry(
                "lab", "agent", "--listen", "tcp://127.0.0.1:0", "--token-file", token, "--root", root)) {
            Files.writeString(
                    folder.resolve("agent"), String.valueOf(agent.process().pid()));
            String uri = agent.address();
            Ran ran = Ran.wherry(
                    "lab",
                    "run",
                    "--suite",
                    "tiny",
                    "--preset",
                    "smoke",
                    "--servers-on",
                    uri,
                    "--token-file",
                    token,
                    "--root",
                    root,
                    "--out",
                    out);

            assertThat(ran.err())
                    .hasLineCount(1)
                    .startsWith("wherry: The agent at " + uri + " is gone: ")
                    .endsWith("; what was measured by then is kept, and this carries on with it:"
                            + " wherry lab run --resume '%s' --root %s --token-file %s%n"
                                    .formatted(out.replace("'", "'\\''"), root, token));
            assertThat(ran.status()).isEqualTo(3);
        }
        assertThat(folder.resolve("it's out/unfinished.json")).isNotEmptyFile();
    }
}
