package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.Limits;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Reply;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.Services.Account;
import dev.wherry.dds.rpc.Services.Ledger;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and replies that are written by hand, through the engine. */
class HostileRequestsTest {
    private final int domain = Services.domain();
    private final String name = Services.name();
    private final Ledger ledger = new Ledger();
    private final Endpoint client = Services.endpoint();
    private Endpoint server;
    private Participant participant;
    private Writer requests;
    private Reader replies;
    private CallTypes types;
    private CallCodec codec;
    private SampleIdentity identity;

    @BeforeEach
    void open() throws Exception {
        server = serve(Limits.defaults());
        types = CallTypes.of(Account.class, new JavaTypes());
        codec = new CallCodec(types, Representation.XCDR2);
        participant = CycloneEngine.load().open(domain, Services.dds().build().configuration());
        Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(20), Representation.XCDR2);
        replies = participant.reader(participant.topic(name + "_Reply", types.replyType(), qos), qos, 1 << 20);
        requests = participant.writer(participant.topic(name + "_Request", types.requestType(), qos), qos);
        ByteBuffer guid = ByteBuffer.wrap(requests.guid());
        identity = new SampleIdentity(guid.getLong(), guid.getLong(), 0);
        untilAnswered();
    }

    private Endpoint serve(Limits limits) {
        Endpoint made = Endpoint.create(
                Services.options(Services.dds()).toBuilder().limits(limits).build());
        made.bind(name, Account.class, ledger);
        made.listenAt("dds://" + domain);
        return made;
    }

    @AfterEach
    void close() {
        client.close();
        participant.close();
        server.close();
    }

    /** Sends probes until one is answered, since the two ends find each other at different moments. */
    private void untilAnswered() {
        Polling.until("the ends find each other", () -> requests.matched() > 0 && replies.matched() > 0);
        long[] sequence = {-1_000};
        List<Reply> answers = new ArrayList<>();
        Polling.until("a probe is answered", () -> {
            CdrWriter probe = new CdrWriter();
            codec.writeProbe(probe, of(sequence[0]++), name);
            requests.write(probe.array(), 0, probe.size());
            take(answers);
            return !answers.isEmpty();
        });
        Polling.until("all probes are answered", () -> {
            take(answers);
            return answers.getLast().identity().sequence() == sequence[0] - 1;
        });
        assertThat(answers.getLast().code()).isEqualTo(RemoteExceptionCode.UNKNOWN_OPERATION);
    }

    private SampleIdentity of(long sequence) {
        return new SampleIdentity(identity.guidHigh(), identity.guidLow(), sequence);
    }

    private void take(List<Reply> to) {
        replies.take(
                (payload, offset, length, info) -> {
                    if (info.valid()) {
                        byte[] copy = Arrays.copyOfRange(payload, offset, offset + length);
                        to.add(codec.readReply(new CdrReader(copy, length, CdrLimits.of(length, Limits.defaults()))));
                    }
                },
                100);
    }

    private List<Reply> replies(int count) {
        List<Reply> taken = new ArrayList<>();
        Polling.until(count + " replies arrive", () -> {
            take(taken);
            return taken.size() >= count;
        });
        return taken;
    }

    private CdrWriter deposit(long sequence, String instance) {
        return request(sequence, instance, "deposit", 41L);
    }

    private CdrWriter request(long sequence, String instance, String name, Object... arguments) {
        Operation operation = types.operations().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        CdrWriter request = new CdrWriter();
        codec.writeRequest(request, of(sequence), instance, operation, arguments);
        return request;
    }

    private void write(CdrWriter request) {
        requests.write(request.array(), 0, request.size());
    }

    @Test
    void runsARepeatedRequestOnceAndRepliesAgain() {
        write(deposit(1, name));
        assertThat(replies(1).getFirst().result()).isEqualTo(42L);
        for (int i = 0; i < 3; i++) {
            write(deposit(1, name));
            Reply again = replies(1).getFirst();
            assertThat(again.identity()).isEqualTo(of(1));
            assertThat(again.result()).isEqualTo(42L);
        }
        assertThat(ledger.deposits).hasValue(1);
    }

    @Test
    void doesNotRefuseTheRequestOfACallThatRuns() {
        server.close();
        server = serve(Limits.builder().callsInFlight(1).build());
        untilAnswered();
        write(request(1, name, "hold"));
        Polling.until("the call runs", () -> ledger.holding.getCount() == 0);
        write(request(1, name, "hold"));
        write(deposit(2, name));
        Reply refused = replies(1).getFirst();
        assertThat(refused.identity()).as("the first reply").isEqualTo(of(2));
        assertThat(refused.code()).isEqualTo(RemoteExceptionCode.OUT_OF_RESOURCES);
        ledger.held.release();
        Reply late = replies(1).getFirst();
        assertThat(late.identity()).isEqualTo(of(1));
        assertThat(late.result()).isEqualTo(1L);
    }

    @Test
    void dropsRequestsForOtherInstancesAndTakesThoseWithoutOne() {
        write(deposit(1, "other"));
        write(deposit(2, ""));
        assertThat(replies(1).getFirst().identity()).isEqualTo(of(2));
        assertThat(ledger.deposits).hasValue(1);
    }

    @Test
    void survivesBytesThatAreNotARequest() {
        CdrWriter right = deposit(1, name);
        int sent = 0;
        for (int i = 28; i < right.size(); i++) { // behind the number, which would move the window of numbers
            for (int flip : new int[] {0x01, 0x80, 0xff}) {
                byte[] wrong = Arrays.copyOf(right.array(), right.size());
                wrong[i] ^= (byte) flip;
                wrong[20 + 4] = 77; // other numbers than those of right requests
                try {
                    requests.write(wrong, 0, wrong.length);
                    sent++;
                } catch (DdsException e) { // the engine checks what it sends
                    assertThat(e.kind()).isEqualTo(DdsException.Kind.MALFORMED);
                }
            }
        }
        assertThat(sent).isPositive();
        write(deposit(5, name));
        List<Reply> all = new ArrayList<>();
        Polling.until("the right request is answered", () -> {
            take(all);
            return all.stream().anyMatch(each -> each.identity().equals(of(5)));
        });
    }

    @Test
    void servesAClientInWhoseNameOthersHaveSentRequests() {
        Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(20), Representation.XCDR2);
        List<SampleIdentity> seen = new ArrayList<>();
        try (Reader spy =
                participant.reader(participant.topic(name + "_Request", types.requestType(), qos), qos, 1 << 20)) {
            Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
            Polling.until("both writers of requests are found", () -> spy.matched() >= 2);
            Polling.until("a request of the client is seen", () -> {
                account.deposit(1);
                spy.take(
                        (payload, offset, length, info) -> seen.add(SampleIdentity.peek(payload, offset, length)), 100);
                return !seen.isEmpty();
            });
            identity = new SampleIdentity(
                    seen.getFirst().guidHigh(), seen.getFirst().guidLow(), 0);
            int before = ledger.deposits.get();
            write(deposit(Long.MAX_VALUE, name));
            Polling.until("the forged request has run", () -> ledger.deposits.get() > before);
            assertThat(account.deposit(5)).isEqualTo(6);
        }
    }

    @Test
    void ignoresRepliesThatNobodyWaitsFor() {
        Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(20), Representation.XCDR2);
        Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
        try (Writer forged = participant.writer(participant.topic(name + "_Reply", types.replyType(), qos), qos)) {
            Polling.until("the clients' readers are found", () -> forged.matched() >= 2);
            for (int i = 0; i < 100; i++) {
                CdrWriter reply = new CdrWriter();
                codec.writeCode(reply, of(i), RemoteExceptionCode.UNSUPPORTED);
                forged.write(reply.array(), 0, reply.size());
            }
            assertThat(account.deposit(1)).isEqualTo(2);
        }
    }
}
