package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.dds.Final;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.RpcTypes;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and replies of interfaces. */
@NullMarked
class CallCodecTest {
    private static final SampleIdentity IDENTITY =
            new SampleIdentity(0x0102030405060708L, 0x090a0b0c0d0e0f10L, (1L << 32) + 2);

    static class TooFast extends Exception {
        private static final long serialVersionUID = 1;

        final float limit;

        TooFast(@Nullable String message, float limit) {
            super(message);
            this.limit = limit;
        }
    }

    static final class FarTooFast extends TooFast {
        private static final long serialVersionUID = 1;

        FarTooFast(float limit) {
            super("far", limit);
        }
    }

    interface Calculator {
        long add(int a, long b);

        Optional<String> find(String name, List<String> tags);

        void reset();

        float setSpeed(float speed) throws TooFast, IOException;
    }

    @Final
    interface FinalCalculator {
        long add(int a, long b);
    }

    interface NewCalculator {
        long add(int a, long b, int more);

        int sub(int a, int b);

        float setSpeed(float speed) throws TooFast, IOException, InterruptedException;
    }

    private static CallTypes types(Class<?> type) {
        try {
            return CallTypes.of(type, new JavaTypes());
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Operation operation(CallTypes types, String name) {
        return Objects.requireNonNull(types.operation(RpcTypes.hash(name)));
    }

    private static CdrReader written(Consumer<CdrWriter> what) {
        CdrWriter writer = new CdrWriter();
        what.accept(writer);
        byte[] bytes = writer.toBytes();
        return new CdrReader(bytes, bytes.length, Samples.limits(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void writesTheRequestThatCycloneWrites(Representation representation) {
        for (Class<?> type : List.of(Calculator.class, FinalCalculator.class)) {
            CallTypes types = types(type);
            CallCodec codec = new CallCodec(types, representation);
            CdrWriter writer = new CdrWriter();
            codec.writeRequest(writer, IDENTITY, "calc", operation(types, "add"), new Object[] {5, 6L});
            String name = type == Calculator.class ? "AppendableCall" : "FinalCall";
            for (String[] line : GoldenBytesTest.lines()) {
                if (line[0].equals(name) && line[1].equals(representation.name())) {
                    byte[] golden = HexFormat.of().parseHex(line[3]);
                    if (line[2].equals("LE")) {
                        assertThat(writer.toBytes()).containsExactly(GoldenBytesTest.padded(golden));
                    }
                    Request request = codec.readRequest(new CdrReader(golden, golden.length, Samples.limits(golden)));
                    assertThat(request.identity()).isEqualTo(IDENTITY);
                    assertThat(request.instanceName()).isEqualTo("calc");
                    assertThat(request.arguments()).containsExactly(5, 6L);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void returnsTheResultOfACall(Representation representation) {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, representation);
        Operation find = operation(types, "find");
        Request request = codec.readRequest(written(to ->
                codec.writeRequest(to, IDENTITY, "", find, new Object[] {"a", List.of("b", "c")})));
        assertThat(request.operation()).isSameAs(find);
        assertThat(request.arguments()).containsExactly("a", List.of("b", "c"));
        Reply reply = codec.readReply(written(to -> codec.writeResult(to, IDENTITY, find, Optional.of("d"))));
        assertThat(reply.identity()).isEqualTo(IDENTITY);
        assertThat(reply.code()).isEqualTo(RemoteExceptionCode.OK);
        assertThat(reply.operation()).isSameAs(find);
        assertThat(reply.result()).isEqualTo(Optional.of("d"));
        Operation reset = operation(types, "reset");
        assertThat(codec.readReply(written(to -> codec.writeResult(to, IDENTITY, reset, null)))
                        .result())
                .isNull();
        assertThat(codec.readRequest(written(to -> codec.writeRequest(to, IDENTITY, "", reset, new Object[0])))
                        .arguments())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void throwsTheExceptionThatTheMethodDeclares(Representation representation) {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, representation);
        Operation setSpeed = operation(types, "setSpeed");
        Reply reply =
                codec.readReply(written(to -> codec.writeFailure(to, IDENTITY, setSpeed, new TooFast("slow", 3))));
        assertThat(reply.isFailure()).isTrue();
        assertThat(reply.failure())
                .isExactlyInstanceOf(TooFast.class)
                .hasMessage("slow")
                .extracting("limit")
                .isEqualTo(3F);
        Reply ofSubclass =
                codec.readReply(written(to -> codec.writeFailure(to, IDENTITY, setSpeed, new FarTooFast(4))));
        assertThat(ofSubclass.failure()).isExactlyInstanceOf(TooFast.class).hasMessage("far");
        Reply ofJdk = codec.readReply(written(to -> codec.writeFailure(to, IDENTITY, setSpeed, new IOException("io"))));
        assertThat(ofJdk.failure()).isExactlyInstanceOf(IOException.class).hasMessage("io");
    }

    @ParameterizedTest
    @EnumSource
    void saysOnlyTheCodeOfAnotherFailure(Representation representation) {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, representation);
        Operation add = operation(types, "add");
        Reply reply = codec.readReply(
                written(to -> codec.writeFailure(to, IDENTITY, add, new IllegalStateException("secret"))));
        assertThat(reply.code()).isEqualTo(RemoteExceptionCode.UNKNOWN_EXCEPTION);
        assertThat(reply.operation()).isNull();
        assertThatThrownBy(reply::result).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reply::failure).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void understandsNewerAndOlderInterfaces() {
        CallTypes oldTypes = types(Calculator.class);
        CallTypes newTypes = types(NewCalculator.class);
        CallCodec oldCodec = new CallCodec(oldTypes, Representation.XCDR2);
        CallCodec newCodec = new CallCodec(newTypes, Representation.XCDR2);
        Request more = oldCodec.readRequest(written(
                to -> newCodec.writeRequest(to, IDENTITY, "", operation(newTypes, "add"), new Object[] {1, 2L, 3})));
        assertThat(more.arguments()).containsExactly(1, 2L);
        Request fewer = newCodec.readRequest(written(
                to -> oldCodec.writeRequest(to, IDENTITY, "", operation(oldTypes, "add"), new Object[] {1, 2L})));
        assertThat(fewer.arguments()).containsExactly(1, 2L, 0);
        Request unknown = oldCodec.readRequest(written(
                to -> newCodec.writeRequest(to, IDENTITY, "", operation(newTypes, "sub"), new Object[] {1, 2})));
        assertThat(unknown.operation()).isNull();
        assertThat(unknown.identity()).isEqualTo(IDENTITY);
        assertThatThrownBy(unknown::arguments).isInstanceOf(IllegalStateException.class);
        Reply failure = oldCodec.readReply(written(to ->
                newCodec.writeFailure(to, IDENTITY, operation(newTypes, "setSpeed"), new InterruptedException("x"))));
        assertThat(failure.code()).isEqualTo(RemoteExceptionCode.UNKNOWN_EXCEPTION);
    }

    @Test
    void refusesNullWhereThereMustBeAValue() {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, Representation.XCDR2);
        Operation find = operation(types, "find");
        CdrWriter writer = new CdrWriter();
        assertThatThrownBy(
                        () -> codec.writeRequest(writer, IDENTITY, "", find, new @Nullable Object[] {null, List.of()}))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("find.name: null, where there must be a value");
        assertThatThrownBy(() ->
                        codec.writeRequest(writer, IDENTITY, "", find, new Object[] {"a", Arrays.asList("b", null)}))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("find.tags[1]: null");
        assertThatThrownBy(() -> codec.writeResult(writer, IDENTITY, find, null))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("find().return_: null");
    }

    @Test
    void refusesAWrongCallOfTheCodec() {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, Representation.XCDR2);
        CdrWriter writer = new CdrWriter();
        Operation add = operation(types, "add");
        assertThatThrownBy(() -> codec.writeRequest(writer, IDENTITY, "", add, new Object[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> codec.writeRequest(writer, IDENTITY, "n".repeat(256), add, new Object[] {1, 2L}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> codec.writeCode(writer, IDENTITY, RemoteExceptionCode.OK))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> codec.writeRequest(
                        writer, IDENTITY, "", operation(types(NewCalculator.class), "sub"), new Object[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void refusesOrUnderstandsCallsThatAreCutOrChanged(Representation representation) {
        CallTypes types = types(Calculator.class);
        CallCodec codec = new CallCodec(types, representation);
        Operation find = operation(types, "find");
        Operation setSpeed = operation(types, "setSpeed");
        CdrWriter writer = new CdrWriter();
        codec.writeRequest(writer, IDENTITY, "calc", find, new Object[] {"a", List.of("b")});
        changed(writer.toBytes(), from -> {
            Request request = codec.readRequest(from);
            if (request.operation() != null) {
                request.arguments();
            }
        });
        codec.writeFailure(writer, IDENTITY, setSpeed, new TooFast("slow", 3));
        changed(writer.toBytes(), from -> {
            Reply reply = codec.readReply(from);
            if (reply.isFailure()) {
                reply.failure();
            } else if (reply.operation() != null) {
                reply.result();
            }
        });
    }

    /** Reads bytes that are cut or changed. Nothing but the typed exception may be thrown. */
    private static void changed(byte[] bytes, Consumer<CdrReader> read) {
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            List<byte[]> all = new ArrayList<>();
            all.add(Arrays.copyOf(bytes, at));
            for (int change : new int[] {1, 2, 0x80, 0xff}) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                all.add(changed);
            }
            for (byte[] each : all) {
                try {
                    read.accept(new CdrReader(each, each.length, Samples.limits(each)));
                } catch (CdrException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void prefixesTheCallsOfRosWithTheHeader() {
        Operation add = operation(types(FinalCalculator.class), "add");
        RosCallCodec codec = new RosCallCodec(add);
        CdrWriter writer = new CdrWriter();
        codec.writeRequest(writer, new SampleIdentity(1, 0, 2), "", add, new Object[] {3, 4L});
        assertThat(writer.toBytes())
                .containsExactly(HexFormat.of()
                        .parseHex("00010000" + "0100000000000000" + "0200000000000000" + "03000000" + "00000000"
                                + "0400000000000000"));
        assertThat(codec.sentIdentity(writer.array(), 0, writer.size())).isEqualTo(new SampleIdentity(1, 0, 2));
        assertThat(codec.sentIdentity(writer.array(), 0, 19)).isNull();
        Request request = codec.readRequest(
                new CdrReader(writer.array(), writer.size(), CdrLimits.of(writer.size(), Limits.defaults())));
        assertThat(request.identity()).isEqualTo(new SampleIdentity(1, 0, 2));
        assertThat(request.arguments()).containsExactly(3, 4L);
        Reply reply = codec.readReply(written(to -> codec.writeResult(to, new SampleIdentity(1, 0, 2), add, 7L)));
        assertThat(reply.result()).isEqualTo(7L);
    }
}
