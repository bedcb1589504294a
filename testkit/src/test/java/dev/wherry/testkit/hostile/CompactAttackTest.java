package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.testkit.hostile.Attack.Form;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Adds the attacks that only this codec reads: tasks in parcels, whatever the codec of the call, and definitions of
 * classes.
 */
class CompactAttackTest extends AttackContract {
    private static final int OPENING = 80;
    private static final int PARCEL = 81;
    private static final int ATTACHMENTS = 82;
    private static final int DEFINED = 83;
    private static final String PARCELS = "dev.wherry.mobility.internal.parcels.Parcel";

    private static final int BACK = 1;
    private static final int KEPT = 4;
    private static final int BYTES = 10;
    private static final int ARRAY_LIST = 18;
    private static final int IMMUTABLE_SET = 24;
    private static final int INT = 4;
    private static final int TEXT = 8;
    private static final int VALUE = 9;

    @Override
    protected Codec codec() {
        return new CompactCodec();
    }

    @TestFactory
    Stream<DynamicTest> refusesTasksInParcels() {
        Endpoint host =
                served(options().toBuilder().with(MobilityPolicy.acceptAnyone()).build());
        return HostileSender.attacks(codec()).stream()
                .filter(attack -> attack.form() == Form.BARE)
                .map(attack -> DynamicTest.dynamicTest(attack.toString(), () -> send(host.address(), attack)));
    }

    private void send(URI address, Attack attack) throws IOException {
        try (RawPeer peer = peer(address, attack)) {
            defineParcels(peer);
            int[] workspace = {0};
            assertCheap("a task in a parcel", () -> {
                long id = ++lastCall;
                peer.sendFragments(RawPeer.call(id, HOST_OF_TASKS, METHODS + 50, to -> {
                    to.writeVarLong(++workspace[0]);
                    opening(to);
                    parcel(attack, to);
                }));
                RawPeer.Frame answer = peer.answerOrCall();
                assertThat(answer.type()).isEqualTo(RawPeer.FAILURE);
                // A value that may travel is not a task.
                assertThat(code(answer)).isEqualTo(attack.harmless() ? Code.INVALID_CALL : Code.CODEC);
            });
            peer.assertAlive();
        }
    }

    private static void defineParcels(RawPeer peer) throws IOException {
        define(peer, OPENING, HOST + "$Opening", parts("name", TEXT, "kept", 0, "shippedFirst", VALUE, "hops", INT));
        define(peer, PARCEL, PARCELS, parts("known", INT, "body", VALUE, "attachments", VALUE));
        define(peer, ATTACHMENTS, PARCELS + "$Attachments", parts("defined", VALUE, "home", VALUE, "remote", VALUE));
        define(peer, DEFINED, PARCELS + "$Defined", parts("number", INT, "said", VALUE));
        peer.send(RawPeer.define(METHODS + 50, HOST, CALL));
    }

    /** The signature of a parcel is sent after the objects to which the parcel refers. */
    @Test
    void refusesValuesInsteadOfReferencesBeforeTheSignature() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Endpoint host = served(options().toBuilder()
                .with(MobilityPolicy.acceptSignedBy(keys.getPublic()))
                .build());
        try (RawPeer peer = RawPeer.handshake(host.address())) {
            defineParcels(peer);
            Map<String, Consumer<Out>> homes = new LinkedHashMap<>();
            homes.put("a set", to -> {
                to.writeByte(0);
                CostlyValues.collection(to, IMMUTABLE_SET, 0);
            });
            homes.put("bytes", to -> {
                to.writeByte(0);
                bytes(new byte[1], to);
            });
            homes.put("a value of a class", to -> {
                to.writeByte(0);
                parcel(to, new byte[0], Map.of(), home -> CostlyValues.collection(home, ARRAY_LIST, 0));
            });
            homes.put("texts", to -> {
                to.writeByte(1);
                to.writeText("a");
            });
            homes.put("the list itself", to -> {
                to.writeByte(0);
                to.writeByte(BACK);
                to.writeSize(0);
            });
            for (Map.Entry<String, Consumer<Out>> each : homes.entrySet()) {
                peer.sendFragments(RawPeer.call(++lastCall, HOST_OF_TASKS, METHODS + 50, to -> {
                    to.writeVarLong(1);
                    opening(to);
                    parcel(to, new byte[0], Map.of(), home -> {
                        home.writeByte(KEPT);
                        CostlyValues.head(home, ARRAY_LIST);
                        home.writeSize(1);
                        each.getValue().accept(home);
                    });
                }));
                RawPeer.Frame answer = peer.answerOrCall();
                assertThat(answer.type()).isEqualTo(RawPeer.FAILURE);
                assertThat(code(answer)).as(each.getKey()).isEqualTo(Code.CODEC);
                assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1))
                        .contains(".attachments.home[0]");
            }
            peer.assertAlive();
        }
    }

    private static Map<String, Integer> parts(Object... namesAndKinds) {
        Map<String, Integer> parts = new LinkedHashMap<>();
        for (int i = 0; i < namesAndKinds.length; i += 2) {
            parts.put((String) namesAndKinds[i], (Integer) namesAndKinds[i + 1]);
        }
        return parts;
    }

    private static void define(RawPeer peer, int number, String record, Map<String, Integer> parts) throws IOException {
        peer.send(RawPeer.define(
                number,
                CostlyValues.schema(
                        0,
                        record,
                        parts.size(),
                        to -> parts.forEach((name, kind) -> {
                            to.writeText(name);
                            to.writeByte(kind);
                        }))));
    }

    private static void opening(Out to) {
        RawValues.ofClass(OPENING, to);
        to.writeText(null);
        to.writeBoolean(false);
        CostlyValues.collection(to, IMMUTABLE_SET, 0);
        to.writeVarInt(0);
    }

    private static void parcel(Attack attack, Out to) {
        parcel(to, attack.bytes(), attack.definitions(), home -> CostlyValues.collection(home, ARRAY_LIST, 0));
    }

    private static void parcel(Out to, byte[] body, Map<Integer, Definition> definitions, Consumer<Out> home) {
        RawValues.ofClass(PARCEL, to);
        to.writeVarInt(0);
        bytes(body, to);
        RawValues.ofClass(ATTACHMENTS, to);
        CostlyValues.collection(to, ARRAY_LIST, definitions.size());
        definitions.forEach((number, definition) -> {
            RawValues.ofClass(DEFINED, to);
            to.writeVarInt(number);
            byte[] said = new byte[1 + definition.content().length];
            said[0] = (byte) definition.kind().ordinal();
            System.arraycopy(definition.content(), 0, said, 1, said.length - 1);
            bytes(said, to);
        });
        home.accept(to);
        CostlyValues.collection(to, ARRAY_LIST, 0);
    }

    private static void bytes(byte[] bytes, Out to) {
        CostlyValues.head(to, BYTES);
        to.writeSize(bytes.length);
        to.write(bytes, 0, bytes.length);
    }

    /** Ten thousand values name each definition, at each position at which such a value is possible. */
    @TestFactory
    Stream<DynamicTest> refusesDefinitionsOfClasses() {
        Map<String, Definition> definitions = new LinkedHashMap<>();
        definitions.put("compressed zeros", packed(1 << 20, new byte[1 << 20]));
        definitions.put("compressed strings", packed(1 << 20, texts()));
        for (int shape = 0; shape < 7; shape++) {
            for (String name : List.of(
                    "[".repeat(254) + "Ljava.io.EOFException;",
                    "no.Such",
                    "java.lang.Thread",
                    Inbox.Pair.class.getName(),
                    Inbox.Burdened.class.getName())) {
                definitions.put(
                        shape + " of " + name.substring(0, Math.min(30, name.length())) + name.length(),
                        CostlyValues.schema(shape, name, 3_000, to -> {
                            for (int i = 0; i < 3_000; i++) {
                                to.writeText("p" + i);
                                to.writeByte(VALUE);
                            }
                        }));
            }
        }
        return definitions.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> name(each.getValue())));
    }

    private void name(Definition definition) throws IOException {
        for (int stands : new int[] {0, 1}) {
            Attack attack = Attack.of("definition", Form.BARE, Map.of(50, definition), to -> {
                if (stands == 1) {
                    CostlyValues.collection(to, ARRAY_LIST, 10_000);
                }
                for (int i = 0; i < 10_000; i++) {
                    RawValues.ofClass(50, to);
                    to.writeByte(0);
                }
            });
            try (RawPeer peer = peer(server.address(), attack)) {
                assertCheap("values of a definition", () -> {
                    long id = ++lastCall;
                    peer.sendFragments(RawPeer.call(id, inbox(), AttackPosition.ANY.number(), attack::write));
                    assertThat(code(peer.answerOrCall())).isEqualTo(Code.CODEC);
                });
                peer.assertAlive();
            }
        }
    }

    private static byte[] texts() {
        Out out = new Out(64);
        Consumer<Out> part = to -> {
            to.writeText("");
            to.writeByte(VALUE);
        };
        out.writeByte(1);
        out.writeText("no.Such");
        out.writeBoolean(false);
        out.writeSize(((1 << 20) - out.size() - 3) / 2);
        while (out.size() < (1 << 20) - 1) {
            part.accept(out);
        }
        byte[] whole = new byte[1 << 20];
        System.arraycopy(out.copy(), 0, whole, 0, out.size());
        return whole;
    }

    private static Definition packed(int length, byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(content);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Out out = new Out(64);
        out.writeByte(128);
        out.writeSize(length);
        out.write(packed.toByteArray(), 0, packed.size());
        return new Definition(Definition.Kind.SCHEMA, out.copy());
    }
}
