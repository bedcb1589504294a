package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.gauntlet.Payload;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Sends a chain to endpoints of one codec, to each position at which bytes of a peer are read. It sends it as the object streams that
 * messages may contain, and as the codec itself writes objects.
 */
public final class GadgetPeer implements AutoCloseable {
    private static final int METHOD = 250;
    private static final int SOURCE = 90;
    private static final String REGISTRY = "dev.wherry.internal.objects.Registry";
    private static final String LOCATE =
            "locate(Ljava/lang/String;Ljava/lang/String;)L" + REGISTRY.replace('.', '/') + "$Located;";
    private static final int HEADER = 4;

    private final Codec codec;
    private final Endpoint server;
    private final Endpoint host;
    private final AtomicLong lastCall = new AtomicLong();

    /** Receives whether a chain has fired at a position. */
    public interface Outcome {
        void of(String position, boolean fired);
    }

    /** Does something that must be refused. */
    private interface Step {
        void run() throws Exception;
    }

    public GadgetPeer(Codec codec) {
        this.codec = codec;
        server = serving(options());
        host = serving(options().toBuilder().with(MobilityPolicy.acceptAnyone()).build());
    }

    private EndpointOptions options() {
        return EndpointOptions.builder().codecs(codec.name()).build();
    }

    private static Endpoint serving(EndpointOptions options) {
        Endpoint endpoint = Endpoint.listen("tcp://127.0.0.1:0", options);
        endpoint.bind("inbox", Inbox.class, new AttackedInbox());
        return endpoint;
    }

    /** Returns the messages with a chain. */
    private List<Attack> attacks(String name, boolean allowed, Payload payload) {
        Map<Form, UnaryOperator<Object>> wrappings = Map.of(
                Form.BARE, chain -> chain,
                Form.IN_FIELD, chain -> new Inbox.Folder("name", chain),
                Form.IN_LIST, chain -> new ArrayList<>(List.of(chain)),
                Form.IN_EXCEPTION, Inbox.Burdened::new);
        Map<Form, byte[]> streams = new EnumMap<>(Form.class);
        wrappings.forEach((form, wrapping) -> {
            byte[] stream = payload.stream(wrapping);
            streams.put(form, Arrays.copyOfRange(stream, HEADER, stream.length));
        });
        List<Attack> attacks =
                HostileSender.ofObject(codec, name, streams, payload.value().orElse(null));
        // The unknown field of an exception is skipped, and its content is not decoded.
        return attacks.stream()
                .map(each -> each.harmless(allowed || each.form() == Form.IN_EXCEPTION))
                .toList();
    }

    /**
     * Attacks with a chain everywhere. A chain must not fire when it is written: else it could not be seen where it does.
     *
     * @param allowed whether the codec may accept the chain as a value, provided that it does not fire
     */
    public void attack(String name, boolean allowed, Payload payload, Outcome outcome) throws Exception {
        List<Attack> attacks = attacks(name, allowed, payload);
        assertThat(payload.fired().getAsBoolean())
                .as("%s fires when it is written", name)
                .isFalse();
        for (AttackPosition place : AttackPosition.values()) {
            List<Attack> fitting = attacks.stream().filter(place::takes).toList();
            report(payload, place.name(), outcome, () -> server(place, fitting));
            if (place.isAnswer()) {
                report(payload, place + " at a client", outcome, () -> client(place, fitting));
            }
        }
        List<Attack> bare =
                attacks.stream().filter(each -> each.form() == Form.BARE).toList();
        report(payload, "context entry", outcome, () -> context(bare));
        report(payload, "look-up", outcome, () -> lookUp(bare));
        report(payload, "task, mobility off", outcome, () -> task(server.address(), bare));
        report(payload, "task, mobility on", outcome, () -> task(host.address(), bare));
    }

    private static void report(Payload payload, String position, Outcome outcome, Step step) throws Exception {
        try {
            step.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(position + ": " + e, e);
        }
        outcome.of(position, payload.fired().getAsBoolean());
    }

    private RawPeer peer(URI address, Attack attack) throws IOException {
        RawPeer peer = RawPeer.handshake(address, codec.name());
        for (var each : attack.definitions().entrySet()) {
            peer.send(RawPeer.define(each.getKey(), each.getValue()));
        }
        return peer;
    }

    private void server(AttackPosition place, List<Attack> attacks) throws IOException {
        for (Attack attack : attacks) {
            try (RawPeer peer = peer(server.address(), attack)) {
                peer.send(RawPeer.define(place.number(), Inbox.class.getName(), place.method));
                long id = lastCall.incrementAndGet();
                if (place.isAnswer()) {
                    peer.send(RawPeer.frame(RawPeer.DEFINE, 0, SOURCE, to -> {
                        to.writeByte(1);
                        to.writeText(Inbox.Source.class.getName());
                    }));
                    peer.send(RawPeer.call(id, 2, place.number(), to -> {
                        to.writeByte(codec.name().equals("java") ? 1 : 3); // not null
                        RawValues.exported(
                                2 * id + 1,
                                0,
                                interfaces -> {
                                    interfaces.writeSize(1);
                                    interfaces.writeSize(SOURCE);
                                },
                                to);
                    }));
                    peer.sendFragments(place.answer(peer.answerOrCall().id(), attack));
                    RawPeer.Frame answer = peer.answerOrCall();
                    assertThat(answer.type()).isEqualTo(RawPeer.REPLY);
                    assertThat(answer.body()[0] != 0 || attack.harmless())
                            .as("refused: %s", attack)
                            .isTrue();
                } else {
                    peer.sendFragments(RawPeer.call(id, 2, place.number(), attack::write));
                    assertRefused(peer, attack);
                }
            }
        }
    }

    private static void assertRefused(RawPeer peer, Attack attack) throws IOException {
        int answer = peer.answerOrCall().type();
        assertThat(answer == RawPeer.FAILURE || attack.harmless())
                .as("refused: %s", attack)
                .isTrue();
    }

    private void client(AttackPosition place, List<Attack> attacks) throws Exception {
        RawServer raw = new RawServer();
        try {
            for (Attack attack : attacks) {
                Endpoint client = Endpoint.create(
                        options().toBuilder().lanes(0).drain(Duration.ZERO).build());
                try (HostileServer session = new HostileServer(raw, client, codec.name(), attack)) {
                    session.attack(place);
                }
            }
        } finally {
            raw.afterEach(null);
        }
    }

    private void context(List<Attack> attacks) throws IOException {
        for (Attack attack : attacks) {
            for (int kind = 3; kind <= 4; kind++) {
                int chosen = kind;
                try (RawPeer peer = peer(server.address(), attack)) {
                    peer.send(RawPeer.define(METHOD, Inbox.class.getName(), AttackPosition.ANY.method));
                    peer.sendFragments(RawPeer.frame(RawPeer.CALL, 0, 1, to -> {
                        to.writeLongSize(2);
                        to.writeSize(METHOD);
                        to.writeLongSize(30_000);
                        to.writeLongSize(0);
                        to.writeSize(1);
                        to.writeText("tenant");
                        to.writeByte(chosen);
                        if (chosen == 3) {
                            to.writeSize(attack.bytes().length);
                        }
                        attack.write(to);
                        nothing(to);
                    }));
                    assertThat(peer.answerOrCall().type()).isEqualTo(chosen == 3 ? RawPeer.REPLY : RawPeer.GOAWAY);
                }
            }
        }
    }

    private void nothing(dev.wherry.spi.Out to) {
        if (codec.name().equals("java")) {
            ObjectStreamBytes.writeFirst(new byte[] {0x70}, to);
        } else {
            to.writeByte(0);
        }
    }

    private void lookUp(List<Attack> attacks) throws IOException {
        for (Attack attack : attacks) {
            try (RawPeer peer = peer(server.address(), attack)) {
                peer.send(RawPeer.define(METHOD, REGISTRY, LOCATE));
                peer.sendFragments(RawPeer.call(1, 0, METHOD, attack::write));
                assertRefused(peer, attack);
            }
        }
    }

    /** Sends a chain instead of the options of a workspace, and instead of a task. */
    private void task(URI address, List<Attack> attacks) throws IOException {
        for (Attack attack : attacks) {
            try (RawPeer peer = peer(address, attack)) {
                peer.send(RawPeer.define(METHOD, AttackContract.HOST, AttackContract.CALL));
                for (boolean first : new boolean[] {true, false}) {
                    long id = lastCall.incrementAndGet();
                    peer.sendFragments(RawPeer.call(id, AttackContract.HOST_OF_TASKS, METHOD, to -> {
                        if (codec.name().equals("java")) {
                            to.writeLong(1);
                        } else {
                            to.writeVarLong(1);
                        }
                        if (!first) {
                            to.writeByte(0);
                        }
                        attack.write(to);
                        if (first) {
                            to.writeByte(0);
                        }
                    }));
                    assertRefused(peer, attack);
                }
            }
        }
    }

    /** Returns whether a codec without a list of classes writes a chain as an object, and the chain does not fire meanwhile. */
    public static boolean isWritable(Codec codec, Payload payload) {
        return payload.value().isPresent()
                && !HostileSender.ofObject(codec, "a chain", Map.of(), payload.root())
                        .isEmpty()
                && !payload.fired().getAsBoolean();
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
