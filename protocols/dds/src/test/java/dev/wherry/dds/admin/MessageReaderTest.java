package dev.wherry.dds.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageReaderTest {
    private static final SampleInfo INFO =
            new SampleInfo(SampleInfo.InstanceState.ALIVE, true, 1_000_000_001L, 1, 1, 0);

    private final CallTypes types;
    private final MessageReader typed;
    private final MessageReader untyped;
    private final byte[] request;

    MessageReaderTest() throws UnsupportedTypeException {
        types = CallTypes.of(Services.Account.class, new JavaTypes());
        typed = new MessageReader(
                Map.of(Representation.XCDR2, types), EndpointOptions.defaults().limits());
        untyped = new MessageReader(Map.of(), EndpointOptions.defaults().limits());
        CdrWriter writer = new CdrWriter();
        new CallCodec(types, Representation.XCDR2)
                .writeRequest(writer, new SampleIdentity(1, 2, 3), "bank", echo(), new Object[] {
                    new Services.Entry("x".repeat(5_000), 1, List.of())
                });
        request = writer.toBytes();
    }

    private Operation echo() {
        return types.operations().stream()
                .filter(each -> each.name().equals("echo"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void namesTheOperationOfACallInAnEncodingThatTheInterfaceDoesNotHave() {
        MessageReader older = new MessageReader(
                Map.of(Representation.XCDR1, types), EndpointOptions.defaults().limits());
        SpiedMessage read = older.read(true, request, request.length, INFO);
        assertThat(read.operation()).isEqualTo("echo");
        assertThat(read.values()).isEqualTo("unreadable: the interface has no types for XCDR2");
    }

    @Test
    void cutsLongValues() {
        SpiedMessage read = typed.read(true, request, request.length, INFO);
        assertThat(read.operation()).isEqualTo("echo");
        assertThat(read.values()).hasSize(1_003).startsWith("[Entry[text=xxx").endsWith("x...");
        assertThat(read.caller()).isEqualTo("00000000000000010000000000000002");
        assertThat(read.number()).isEqualTo(3);
        assertThat(read.time().toEpochMilli()).isEqualTo(1_000);
    }

    @Test
    void namesAnOperationByItsHashAlone() {
        assertThat(untyped.read(true, request, request.length, INFO).operation())
                .isEqualTo("operation 0x%08x".formatted(echo().hash()));
        untyped.add(Map.of(echo().hash(), "echo"));
        assertThat(untyped.read(true, request, request.length, INFO).operation())
                .isEqualTo("echo");
    }

    @Test
    void readsWhatIsCutOrChangedWithoutAFailure() {
        Random random = new Random(1);
        byte[] small = Arrays.copyOf(request, 120);
        for (int length = 4; length < small.length; length++) {
            for (int i = 0; i < 30; i++) {
                byte[] changed = small.clone();
                changed[4 + random.nextInt(length - 3)] = (byte) random.nextInt();
                for (boolean isRequest : new boolean[] {true, false}) {
                    assertThat(typed.read(isRequest, changed, length, INFO).bytes())
                            .isEqualTo(length);
                    assertThat(untyped.read(isRequest, changed, length, INFO).bytes())
                            .isEqualTo(length);
                }
            }
        }
    }
}
