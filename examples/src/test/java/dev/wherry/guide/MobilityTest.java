package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskPrints;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Code that is sent to peers. The guide shows the regions. */
@Timeout(60)
class MobilityTest {
    @TempDir
    private Path folder;

    /** A task with a class of its own. A lambda would also send this test class. */
    record Greeting(String name) implements Task<String> {
        @Override
        public String call() {
            System.out.println("greeting " + name);
            return "Hello " + name;
        }
    }

    // @start region=visits
    static final class Visits implements Task<Integer> {
        private static final long serialVersionUID = 1;
        private static int visits;

        @Override
        public Integer call() {
            return ++visits;
        }
    }
    // @end

    @Test
    void acceptsSignedCode() throws Exception {
        keys("ann");
        keys("bob");
        // @start region=policy
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptSignedBy(CodeSigner.readPublicKey(folder.resolve("ann.pub")))
                .allow("dev.wherry.guide")
                .recorder(received -> System.out.println(received))
                .build();
        // @end
        // @start region=sign
        EndpointOptions signing = EndpointOptions.builder()
                .with(CodeSigner.of(folder.resolve("ann.key"), folder.resolve("ann.pub")))
                .build();
        // @end
        EndpointOptions another = EndpointOptions.builder()
                .with(CodeSigner.of(folder.resolve("bob.key"), folder.resolve("bob.pub")))
                .build();
        try (Endpoint host = host(policy);
                Endpoint ann = Endpoint.create(signing);
                Endpoint bob = Endpoint.create(another)) {
            assertThat(Tasks.at(peer(ann, host)).call(new Greeting("Ann"))).isEqualTo("Hello Ann");
            assertThatThrownBy(() -> Tasks.at(peer(bob, host)).call(new Greeting("Bob")))
                    .hasMessageContaining("who may ship code");
        }
    }

    @Test
    void namesUsersOfAUnixSocket() {
        // @start region=users
        MobilityPolicy policy = MobilityPolicy.accept(
                Identity.of("unix", "user ann"), new Identity("unix", null, Map.of("group", "build")));
        // @end
        assertThat(policy.accepts(Identity.of("unix", "user ann"))).isTrue();
        assertThat(policy.accepts(Identity.of("unix", "user bob"))).isFalse();
    }

    @Test
    void runsInAChild() throws Exception {
        // @start region=child
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .child(ChildLimits.builder()
                        .heapBytes(64 << 20)
                        .wallTime(Duration.ofSeconds(30))
                        .build())
                .build();
        // @end
        try (Endpoint host = host(policy);
                Endpoint client = Endpoint.create()) {
            assertThat(Tasks.at(peer(client, host)).call(new ProcessId()))
                    .isNotEqualTo(ProcessHandle.current().pid());
        }
    }

    record ProcessId() implements Task<Long> {
        @Override
        public Long call() {
            return ProcessHandle.current().pid();
        }
    }

    @Test
    void keepsStaticsInAWorkspace() throws Exception {
        try (Endpoint host = host(MobilityPolicy.acceptAnyone());
                Endpoint client = Endpoint.create()) {
            Peer peer = peer(client, host);
            // @start region=workspace
            int apart = Tasks.at(peer).call(new Visits());

            Workspace shared = Workspace.at(
                    peer, WorkspaceOptions.builder().name("visits").kept(true).build());
            shared.call(new Visits());
            int second = shared.call(new Visits()); // also by another client that names it
            // @end
            assertThat(apart).isOne();
            assertThat(second).isEqualTo(2);
        }
        // @start region=versions
        WorkspaceOptions newer =
                WorkspaceOptions.builder().shippedFirst("com.acme.prices").build();
        // @end
        assertThat(newer.shippedFirst()).containsExactly("com.acme.prices");
    }

    @Test
    void refusesALambdaThatIsNotSerializableAtOnce() {
        // @start region=lambda
        Callable<Integer> plain = () -> 42; // Task.of(plain) throws IllegalArgumentException
        Task<Integer> task = () -> 42; // this one can travel
        // @end
        assertThatThrownBy(() -> Task.of(plain))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Tasks.at(peer).call(() -> ...)");
        assertThat(task).isNotNull();
    }

    @Test
    void returnsTheOutputOfATask() throws Exception {
        try (Endpoint host = host(MobilityPolicy.acceptAnyone());
                Endpoint client = Endpoint.create()) {
            Peer peer = peer(client, host);
            // @start region=prints
            Object answer =
                    Tasks.at(peer).call(TaskPrints.to(System.out::print, System.err::print, new Greeting("Ada")));
            // @end
            assertThat(answer).isEqualTo("Hello Ada");
        }
    }

    private static Endpoint host(MobilityPolicy policy) {
        return Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .with(policy.toBuilder()
                                .host(ClassLoader.getPlatformClassLoader())
                                .build())
                        .build());
    }

    private static Peer peer(Endpoint client, Endpoint host) {
        return client.connect(host.address().toString());
    }

    private void keys(String name) throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        write(name + ".key", "PRIVATE KEY", pair.getPrivate());
        write(name + ".pub", "PUBLIC KEY", pair.getPublic());
    }

    private void write(String name, String kind, Key key) throws IOException {
        Files.writeString(
                folder.resolve(name), """
                    -----BEGIN %1$s-----
                    %2$s
                    -----END %1$s-----
                    """.formatted(kind, Base64.getEncoder().encodeToString(key.getEncoded())));
    }
}
