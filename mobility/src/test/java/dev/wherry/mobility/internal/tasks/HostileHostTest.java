package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.CodeSource;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.tasks.Canary;
import dev.wherry.tasks.Hosts;
import dev.wherry.tasks.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers and questions of a host that wants more of a sender than its task. */
class HostileHostTest {
    private Endpoint server;
    private Endpoint client;
    private Forger sender;
    private Forger host;
    private Parcel sent;

    @BeforeEach
    void connects() {
        server = Hosts.listen(MobilityPolicy.acceptAnyone());
        client = Endpoint.create(EndpointOptions.defaults());
        sender = new Forger(client.connect(server.address().toString()));
        host = new Forger(client.connect(server.address().toString()));
        sent = sender.parcel(Probe.of("x"));
        Canary.sang = false;
    }

    @AfterEach
    void closes() {
        client.close();
        server.close();
    }

    private void assertUnsung(Reply reply) {
        assertThatThrownBy(() -> sender.answered(reply, sent))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isIn(Code.CODEC, Code.REFUSED))
                .hasMessageContaining("Canary");
        assertThat(Canary.sang).isFalse();
    }

    private Reply reply(Object value) {
        return new Reply(false, host.result(value));
    }

    @Test
    void makesNoObjectThatTheSenderDidNotSend() {
        assertUnsung(reply(singing()));
        assertUnsung(reply(List.of(new Probe.Word("x"), singing())));
        assertUnsung(reply(new Object[] {singing()}));
    }

    private static Canary singing() {
        Canary made = new Canary("sing");
        Canary.sang = false;
        return made;
    }

    @Test
    void makesNoneThatItOnlyAskedFor() {
        assertThat(sent.code().source().find(Canary.class.getName())).isNotNull();
        assertUnsung(reply(singing()));
    }

    @Test
    void makesThoseThatTheSenderHasSent() throws Throwable {
        assertThat(sender.answered(reply(new Probe.Word("home")), sent)).isEqualTo(new Probe.Word("home"));
    }

    @Test
    void getsEachClassOnce() {
        CodeSource source = sent.code().source();
        List<CodeHash> all = sent.code().manifest().classes().stream()
                .map(Manifest.Entry::hash)
                .toList();
        assertThat(source.fetch(all)).isNotEmpty();
        List<CodeHash> again = new ArrayList<>(Collections.nCopies(1_000_000, all.getFirst()));
        assertThatThrownBy(() -> source.fetch(again)).isInstanceOf(CallException.class);
        assertThatThrownBy(() -> source.fetch(List.of(CodeHash.of(new byte[0]))))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("announced");
    }

    @Test
    void isToldOfAnAnswerThatIsGarbage() {
        Parcel good = host.result("x");
        for (byte[] body : new byte[][] {{}, {-1, -1, -1, -1, -1}, {5, 5, 5, 5}}) {
            Reply bad = new Reply(false, new Parcel(0, body, good.attachments()));
            assertThatThrownBy(() -> sender.answered(bad, sent))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC));
        }
    }
}
