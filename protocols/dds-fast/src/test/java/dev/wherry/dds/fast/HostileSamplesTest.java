package dev.wherry.dds.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.fast.Bank.Ledger;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests to a service on Fast DDS that another program sends with Cyclone DDS. Its types have the right names, and any bytes as values:
 * Fast DDS does not check them.
 */
class HostileSamplesTest {
    private static final int HEADER = 4;
    private static final Qos QOS = Qos.builder()
            .keepAll()
            .maxBlocking(Duration.ofSeconds(20))
            .representations(Representation.XCDR1)
            .build();

    private final int domain = Bank.domain();
    private final String name = Bank.name();
    private final Ledger ledger = new Ledger();
    private CallTypes types;
    private CallCodec codec;
    private Endpoint server;
    private Endpoint client;
    private Bank bank;

    @BeforeEach
    void open() throws Exception {
        types = CallTypes.of(Bank.class, new JavaTypes(Representation.XCDR1));
        codec = new CallCodec(types, Representation.XCDR1);
        server = Bank.endpoint(Bank.dds(Bank.FAST));
        server.bind(name, Bank.class, ledger);
        server.listenAt("dds://" + domain);
        client = Bank.endpoint(Bank.dds(DdsOptions.CYCLONE));
        bank = client.lookup("dds://" + domain + "/" + name, Bank.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** Sends payloads of one length, and waits until the service answers a call and a condition holds. */
    private void send(int length, List<byte[]> payloads, BooleanSupplier condition) {
        DataType.Structure bytes = new DataType.Structure(
                types.requestType().name(),
                DataType.Extensibility.FINAL,
                null,
                List.of(new DataType.Structure.Member(
                        "bytes", 0, new DataType.Array(DataType.Primitive.BYTE, length - HEADER), false, false)));
        try (Participant participant = Bank.engine(DdsOptions.CYCLONE)
                        .open(domain, Bank.dds(DdsOptions.CYCLONE).build());
                Writer writer = participant.writer(participant.topic(name + "_Request", bytes, QOS), QOS)) {
            Polling.until("the service is found", () -> writer.matched() > 0);
            payloads.forEach(each -> writer.write(each, 0, each.length));
            Polling.until("the service answers", () -> answersNotes(length) && condition.getAsBoolean());
        }
    }

    /** Returns whether the service still answers. */
    private boolean answersNotes(int length) {
        return bank.later("after " + length).join().equals("after " + length + "!");
    }

    private byte[] note(long sequence) {
        Operation note = types.operations().stream()
                .filter(each -> each.name().equals("note"))
                .findFirst()
                .orElseThrow();
        CdrWriter request = new CdrWriter();
        codec.writeRequest(request, new SampleIdentity(1, 2, sequence), name, note, new Object[] {"hostile"});
        return Arrays.copyOf(request.array(), request.size());
    }

    @Test
    void runsARequestThatIsRight() {
        byte[] right = note(1);
        send(right.length, List.of(right), () -> !ledger.notes.isEmpty());
        assertThat(ledger.notes).containsExactly("hostile");
    }

    @Test
    void refusesTruncatedRequests() {
        byte[] right = note(1);
        for (int length : new int[] {HEADER + 1, 20, 28, right.length - 4, right.length - 1}) {
            send(length, List.of(Arrays.copyOf(right, length)), () -> true);
        }
        assertThat(ledger.notes).isEmpty();
    }

    @Test
    void survivesAnyChangedByte() {
        int length = note(0).length;
        List<byte[]> wrong = new ArrayList<>();
        for (int i = HEADER; i < length; i++) {
            for (int flip : new int[] {0x01, 0x80, 0xff}) {
                byte[] each = note(wrong.size());
                each[i] ^= (byte) flip;
                wrong.add(each);
            }
        }
        send(length, wrong, () -> true);
        assertThat(answersNotes(0)).isTrue();
    }

    @Test
    void dropsASampleThatIsTooLongAndReadsThoseBehindIt() {
        int length = EndpointProfile.LARGEST + 64;
        byte[] large = Arrays.copyOf(note(1), length);
        send(length, List.of(large, large), () -> true);
        assertThat(ledger.notes).isEmpty();
        byte[] right = note(2);
        send(right.length, List.of(right), () -> !ledger.notes.isEmpty());
    }
}
