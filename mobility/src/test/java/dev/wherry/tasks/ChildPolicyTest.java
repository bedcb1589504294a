package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import dev.wherry.testsupport.LogRecorder;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The code that a child JVM accepts from a host to which its task has connected without its parent. */
@EnabledOnOs(OS.LINUX)
class ChildPolicyTest {
    private String letter(MobilityPolicy policy) throws Exception {
        try (HostAndClient ends = new HostAndClient(
                        policy.toBuilder()
                                .child(ChildLimits.builder().heapBytes(64 << 20).build())
                                .build(),
                        EndpointOptions.builder().timeout(Duration.ofMinutes(1)).build());
                Endpoint third = Hosts.listen(MobilityPolicy.acceptAnyone())) {
            String there = third.address().toString();
            return Tasks.at(ends.peer())
                    .call(() -> Tasks.at(TaskContext.endpoint().connect(there))
                            .call(() -> Class.forName("dev.wherry.tasks.hosted.Letter")
                                    .getConstructor(String.class)
                                    .newInstance("A"))
                            .toString());
        }
    }

    @Test
    void followsTheParentsLists() throws Exception {
        assertThat(letter(MobilityPolicy.acceptAnyone())).isEqualTo("Letter[text=A]");
        for (MobilityPolicy policy : new MobilityPolicy[] {
            MobilityPolicy.builder()
                    .acceptAnyone()
                    .deny("dev.wherry.tasks.hosted")
                    .build(),
            MobilityPolicy.builder()
                    .acceptAnyone()
                    .allow("dev.wherry.tasks", "org.*")
                    .build()
        }) {
            assertThatThrownBy(() -> letter(policy))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("'allowed packages'")
                    .hasMessageContaining("hosted.Letter");
        }
    }

    private static List<String> accepted(LogRecorder log) {
        return log.texts().filter(text -> text.contains("Accepted")).toList();
    }

    @Test
    void isRecordedInTheLogOfChildren() throws Exception {
        try (LogRecorder log = new LogRecorder("dev.wherry.child")) {
            letter(MobilityPolicy.acceptAnyone());
            long begun = System.nanoTime();
            while (accepted(log).isEmpty() && System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(1)) {
                Thread.sleep(1); // the child's lines are read by a thread of their own
            }
            assertThat(accepted(log)).singleElement().asString().contains("hosted.Letter");
        }
    }

    @Test
    void isVouchedForByItsParentAtWhoHasSentTheTask() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Queue<CodeReceived> records = new ConcurrentLinkedQueue<>();
        MobilityPolicy trusting = MobilityPolicy.builder()
                .acceptSignedBy(keys.getPublic())
                .host(new HidingLoader(name -> name.startsWith("dev.wherry.tasks.hosted")))
                .recorder(records::add)
                .build();
        MobilityPolicy child = MobilityPolicy.builder()
                .acceptAnyone()
                .child(ChildLimits.builder().heapBytes(64 << 20).build())
                .build();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder()
                                .with(child)
                                .with(CodeSigner.of(keys))
                                .build());
                Endpoint client = Endpoint.create(EndpointOptions.builder()
                        .with(trusting)
                        .timeout(Duration.ofMinutes(1))
                        .build())) {
            Object letter = Tasks.at(client.connect(server.address().toString()))
                    .call(() -> Class.forName("dev.wherry.tasks.hosted.Letter")
                            .getConstructor(String.class)
                            .newInstance("A"));
            assertThat(letter.getClass().getClassLoader().getName()).startsWith("wherry workspace results");
        }
        assertThat(records).allSatisfy(received -> {
            assertThat(received.refusal()).isNull();
            assertThat(received.from()).contains(CodeSigner.identity(keys.getPublic()));
        });
        assertThat(records).isNotEmpty();
    }
}
