package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.mobility.internal.bundles.CodeSource;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Attachments;
import dev.wherry.mobility.internal.parcels.Parcel.Defined;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import dev.wherry.tasks.Compiled;
import dev.wherry.tasks.Hosts;
import dev.wherry.tasks.Probe;
import dev.wherry.testsupport.Polling;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bundles and parcels as no honest sender makes them: each is refused by name, and the next honest task runs. */
class HostileSenderTest {
    private final Queue<CodeReceived> records = new ConcurrentLinkedQueue<>();
    private final List<Endpoint> open = new ArrayList<>();
    private Endpoint server;

    @AfterEach
    void closes() {
        open.reversed().forEach(Endpoint::close);
    }

    private Forger forger(MobilityPolicy policy) {
        return forger(policy, EndpointOptions.defaults());
    }

    private Forger forger(MobilityPolicy policy, EndpointOptions options) {
        MobilityPolicy recorded = Hosts.without(policy, Probe.class).toBuilder()
                .recorder(records::add)
                .build();
        server = Endpoint.listen(
                "tcp://127.0.0.1:0", options.toBuilder().with(recorded).build());
        open.add(server);
        return new Forger(connect());
    }

    private Peer connect() {
        Endpoint client = Endpoint.create();
        open.add(client);
        return client.connect(server.address().toString());
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable call) {
        return assertFails(Code.REFUSED, call);
    }

    private static AbstractThrowableAssert<?, ?> assertFails(Code code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** By a connection that has done no wrong, and by the one that has. */
    private void assertServes(Forger forger) throws Throwable {
        assertThat(Tasks.at(connect()).call(Probe.of("another"))).isEqualTo("done another");
        assertThat(forger.send(100, new Forger(forger.connection.peer()).parcel(Probe.of("again"))))
                .isEqualTo("done again");
    }

    private static ClassBytes file(String name, int padding) {
        return ClassBytes.of(
                name,
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                content -> content.withMethodBody(
                                        "pad",
                                        MethodTypeDesc.of(ConstantDescs.CD_String),
                                        ClassFile.ACC_STATIC,
                                        code -> code.ldc("x".repeat(padding)).areturn())));
    }

    // ---- bundles

    @Test
    void runsWhatIsHonest() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertThat(forger.send(forger.parcel(Probe.of("x")))).isEqualTo("done x");
        assertServes(forger);
    }

    @Test
    void refusesWhatIsUnsignedTamperedOrReplayed() throws Throwable {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Forger unsigned = forger(MobilityPolicy.acceptSignedBy(keys.getPublic()));
        assertRefused(() -> unsigned.send(unsigned.parcel(Probe.of("x")))).hasMessageContaining("who may ship code");
        assertRefused(() -> unsigned.send(unsigned.with(unsigned.parcel(Probe.of("x")), null)))
                .as("not even announced")
                .hasMessageContaining("who may ship code");

        Endpoint client = Endpoint.create(
                EndpointOptions.builder().with(CodeSigner.of(keys)).build());
        open.add(client);
        Forger signed = new Forger(client.connect(server.address().toString()));
        Parcel honest = signed.parcel(Probe.of("signed"));
        assertThat(signed.send(honest)).isEqualTo("done signed");

        assertRefused(() -> unsigned.send(unsigned.with(unsigned.parcel(Probe.of("x")), honest.code())))
                .as("replayed in another session")
                .hasMessageContaining("signed for this session");
        assertRefused(() -> new Forger(signed.connection.peer()).send(9, signed.with(honest, tampered(honest.code()))))
                .as("with another class")
                .hasMessageContaining("signed as it is");
        assertThat(signed.send(signed.parcel(Probe.of("again")))).isEqualTo("done again");
        assertThat(records).filteredOn(each -> each.refusal() == null).hasSize(1);
        assertThat(records).filteredOn(each -> each.refusal() != null).hasSizeGreaterThanOrEqualTo(3);
    }

    private static Announcement tampered(Announcement code) {
        return Forger.signed(Forger.with(code, file("acme.Extra", 1)), code.signature());
    }

    @Test
    void refusesAnUnsignedStrangerInASharedWorkspace() throws Throwable {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Forger stranger = forger(MobilityPolicy.acceptSignedBy(keys.getPublic()));
        Endpoint client = Endpoint.create(
                EndpointOptions.builder().with(CodeSigner.of(keys)).build());
        open.add(client);
        Forger signed = new Forger(client.connect(server.address().toString()));
        assertThat(signed.sendToShared(signed.parcel(Probe.of("x")))).isEqualTo("done x");
        Parcel bare = stranger.with(stranger.parcel(Probe.of("x")), null);
        assertRefused(() -> stranger.sendToShared(bare)).hasMessageContaining("who may ship code");
    }

    @Test
    void refusesWhatIsTooLarge() throws Throwable {
        CodeLimits limits = CodeLimits.defaults();
        Forger forger = forger(MobilityPolicy.builder()
                .acceptAnyone()
                .limits(limits.toBuilder()
                        .bundleBytes(60_000)
                        .classBytes(20_000)
                        .workspaceClasses(8)
                        .workspaceBytes(100_000)
                        .build())
                .build());
        assertRefused(() -> forger.send(Probe.of("x"), code -> Forger.with(code, file("acme.A", 30_000))))
                .hasMessageContaining("classBytes");
        assertRefused(() -> forger.send(
                        Probe.of("x"),
                        code -> Forger.with(
                                code,
                                file("acme.A", 18_000),
                                file("acme.B", 18_001),
                                file("acme.C", 18_002),
                                file("acme.D", 18_003))))
                .hasMessageContaining("bundleBytes");
        assertRefused(() -> forger.send(Probe.of("x"), code -> Forger.with(code, many(9))))
                .hasMessageContaining("workspaceClasses");
        assertServes(forger);
    }

    private static ClassBytes[] many(int count) {
        ClassBytes[] all = new ClassBytes[count];
        Arrays.setAll(all, i -> file("acme.Many" + i, i + 1));
        return all;
    }

    @Test
    void refusesClassesOfPackagesThatAreNotAllowed() throws Throwable {
        Forger forger = forger(MobilityPolicy.builder()
                .acceptAnyone()
                .allow("dev.wherry.tasks")
                .build());
        assertRefused(() -> forger.send(Probe.of("x"), code -> Forger.with(code, file("acme.A", 1))))
                .hasMessageContaining("allowed packages")
                .hasMessageContaining("acme.A");
        assertRefused(() -> forger.send(Probe.of("x"), code -> Forger.with(code, file("dev.wherry.internal.Own", 1))))
                .hasMessageContaining("no packages of the JDK or of Wherry");
        assertServes(forger);
    }

    @Test
    void refusesWhatIsNotAsAnnounced() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertRefused(() -> forger.send(
                Probe.of("x"),
                code -> Forger.from(
                        code,
                        answering(
                                bytes -> {
                                    bytes[bytes.length / 2] ^= 1;
                                    return bytes;
                                },
                                code))));
        assertServes(forger);
    }

    private static CodeSource answering(Function<byte[], byte[]> changed, Announcement code) {
        return new Forger.Source() {
            @Override
            public byte[] fetch(List<CodeHash> hashes) {
                List<ClassBytes> files = new ArrayList<>();
                for (Manifest.Entry entry : code.manifest().classes()) {
                    byte[] bytes = PackedCode.unpack(code.source().fetch(List.of(entry.hash())), List.of(entry))
                            .getFirst()
                            .bytes()
                            .clone();
                    files.add(ClassBytes.of(entry.name(), changed.apply(bytes)));
                }
                return PackedCode.pack(files);
            }
        };
    }

    @Test
    void refusesABundleThatEndsEarlyOrIsGarbage() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertRefused(() -> forger.send(
                        Probe.of("x"), code -> Forger.from(code, answering(bytes -> Arrays.copyOf(bytes, 9), code))))
                .hasMessageContaining("as announced");
        for (byte[] answer : new byte[][] {null, new byte[0], {1, 2, 3}, new byte[5_000]}) {
            assertThatThrownBy(() -> forger.send(
                            Probe.of("x"),
                            code -> Forger.from(code, new Forger.Source() {
                                @Override
                                public byte[] fetch(List<CodeHash> hashes) {
                                    return answer;
                                }
                            })))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isIn(Code.REFUSED, Code.CODEC));
        }
        assertServes(forger);
    }

    @Test
    void refusesClassesAboveThemselves() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        ClassBytes own = ClassBytes.of(
                "acme.Self",
                ClassFile.of().build(ClassDesc.of("acme.Self"), c -> c.withSuperclass(ClassDesc.of("acme.Self"))));
        assertRefused(() -> forger.send(Probe.of("x"), code -> Forger.with(code, own)))
                .hasMessageContaining("no class above itself");
        assertServes(forger);
    }

    @Test
    void refusesASourceThatFailsOrFindsOtherThings() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertRefused(() -> forger.send(
                        Probe.of("x"),
                        code -> Forger.from(code, new Forger.Source() {
                            @Override
                            public byte[] fetch(List<CodeHash> hashes) {
                                throw new IllegalStateException("no");
                            }
                        })))
                .hasMessageContaining("cannot be fetched from their sender");
        Forger other = new Forger(connect());
        ClassBytes unasked = file("acme.Unasked", 1);
        Object found = other.send(
                Probe.of("find acme.Wanted"),
                code -> Forger.from(code, new Forger.Source() {
                    @Override
                    public byte[] fetch(List<CodeHash> hashes) {
                        return hashes.contains(unasked.hash())
                                ? PackedCode.pack(List.of(unasked))
                                : code.source().fetch(hashes);
                    }

                    @Override
                    public Announcement find(String className) {
                        return new Announcement(Manifest.of(List.of(unasked)), null, this);
                    }
                }));
        assertThat(found).asString().contains("not found");
    }

    @Test
    void givesUpOnASourceThatNeverAnswers() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        Forger forger = forger(
                MobilityPolicy.acceptAnyone(),
                EndpointOptions.builder().timeout(Duration.ofMillis(300)).build());
        try {
            assertFails(
                    Code.DEADLINE_EXCEEDED,
                    () -> forger.send(
                            Probe.of("x"),
                            code -> Forger.from(code, new Forger.Source() {
                                @Override
                                public byte[] fetch(List<CodeHash> hashes) {
                                    try {
                                        never.await(60, TimeUnit.SECONDS);
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    return new byte[0];
                                }
                            })));
            assertThat(Tasks.at(connect()).call(Probe.of("another"))).isEqualTo("done another");
        } finally {
            never.countDown();
        }
    }

    @Test
    void servesOnWhenASenderDiesHalfWay() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Endpoint dying = open.getLast();
        CountDownLatch asked = new CountDownLatch(1);
        Thread.startVirtualThread(() -> {
            try {
                forger.send(
                        Probe.of("x"),
                        code -> Forger.from(code, new Forger.Source() {
                            @Override
                            public byte[] fetch(List<CodeHash> hashes) {
                                asked.countDown();
                                dying.close(Duration.ZERO);
                                return new byte[0];
                            }
                        }));
            } catch (Throwable e) {
                asked.countDown();
            }
        });
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        Peer peer = connect();
        assertThat(Tasks.at(peer).call(Probe.of("another"))).isEqualTo("done another");
        Polling.until("the end of all calls", () -> server.statistics().callsIn() == 0);
    }

    // ---- parcels

    @Test
    void answersAParcelThatIsGarbage() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Parcel honest = forger.parcel(Probe.of("x"));
        for (byte[] body :
                new byte[][] {{}, {0}, {-1, -1, -1, -1, -1}, new byte[100], Arrays.copyOf(honest.body(), 3)}) {
            Parcel bad =
                    Parcel.of(0, body, new Attachments(honest.all().defined(), List.of(), List.of(), honest.code()));
            assertThatThrownBy(() -> forger.reply(1, bad))
                    .as(Arrays.toString(body))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isIn(Code.CODEC, Code.INVALID_CALL));
        }
        assertServes(forger);
    }

    @Test
    void answersDefinitionsThatAreMissingRepeatedOrTooMany() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Parcel honest = forger.parcel(Probe.of("x"));
        List<Defined> defined = honest.all().defined();
        assertFails(Code.CODEC, () -> forger.reply(1, defining(honest, List.of())))
                .hasMessageContaining("definition");
        assertFails(Code.CODEC, () -> forger.reply(2, defining(honest, List.of(new Defined(4_096, new byte[] {0})))))
                .hasMessageContaining("4096");
        assertFails(Code.CODEC, () -> forger.reply(3, defining(honest, List.of(new Defined(-1, new byte[] {0})))));
        assertFails(Code.CODEC, () -> forger.reply(4, defining(honest, List.of(new Defined(0, new byte[0])))));
        List<Defined> other = new ArrayList<>(defined);
        other.add(new Defined(defined.getFirst().number(), new byte[] {0, 1}));
        assertFails(Code.CODEC, () -> forger.reply(5, defining(honest, other))).hasMessageContaining("other content");
        assertThat(forger.send(6, defining(honest, twice(defined))))
                .as("each twice")
                .isEqualTo("done x");
        assertServes(forger);
    }

    @Test
    void hearsTheSameDefinitionsAgainAsOftenAsTheyAreSaid() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Parcel honest = forger.parcel(Probe.of("x"));
        List<Defined> often = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) { // as one who fires tasks says them, since nothing comes back
            often.addAll(honest.all().defined());
        }
        assertThat(forger.send(1, defining(honest, often))).isEqualTo("done x");
    }

    private static List<Defined> twice(List<Defined> defined) {
        List<Defined> all = new ArrayList<>(defined);
        all.addAll(defined);
        return all;
    }

    private static Parcel defining(Parcel honest, List<Defined> defined) {
        return Parcel.of(
                0,
                honest.body(),
                new Attachments(defined, honest.all().home(), honest.all().remote(), honest.code()));
    }

    @Test
    void answersATaskThatIsNone() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertFails(Code.INVALID_CALL, () -> forger.send(forger.parcel("a string")))
                .hasMessageContaining("is not a task");
        assertFails(Code.INVALID_CALL, () -> forger.send(forger.parcel(null)));
        assertServes(forger);
    }

    @Test
    void refusesTooManyWorkspacesAndNamesThatAreNone() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Parcel parcel = forger.parcel(Probe.of("x"));
        for (int i = 0; i < 256; i++) {
            forger.reply(i, parcel);
        }
        assertRefused(() -> forger.reply(256, parcel)).hasMessageContaining("256");
        forger.host.release(7, 0);
        assertThat(forger.reply(256, parcel).failed()).isFalse();
        forger.host.release(8, 0);
        assertServes(forger);
    }

    @Test
    void refusesAllWhereMobilityIsOff() {
        Forger forger = forger(MobilityPolicy.off());
        Parcel parcel = forger.parcel(Probe.of("x"));
        assertRefused(() -> forger.reply(1, parcel)).hasMessageContaining("MobilityPolicy.off()");
        assertRefused(() -> forger.send(forger.parcel("none"))).hasMessageContaining("MobilityPolicy.off()");
    }

    @Test
    void opensNothingForAStranger() throws Throwable {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Forger stranger = forger(MobilityPolicy.acceptSignedBy(keys.getPublic()));
        Parcel parcel = stranger.parcel(Probe.of("x"));
        for (int i = 0; i < 257; i++) { // one more than a connection may have
            int number = i;
            assertRefused(() -> stranger.reply(number, parcel)).hasMessageContaining("who may ship code");
        }
        Opening first = new Opening("shared", false, Set.of("java"), 0, null);
        assertRefused(() -> stranger.host.call(500, first, parcel)).hasMessageContaining("who may ship code");
        assertThat(records).hasSize(258).allMatch(each -> each.refusal() != null);
    }

    @Test
    void knowsAnHonestSignerAfterARefusal() throws Throwable {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        forger(MobilityPolicy.builder()
                .acceptSignedBy(keys.getPublic())
                .deny("acme")
                .build());
        Endpoint client = Endpoint.create(
                EndpointOptions.builder().with(CodeSigner.of(keys)).build());
        open.add(client);
        Peer peer = client.connect(server.address().toString());
        ClassLoader acme = Compiled.loader(
                Probe.class.getClassLoader(),
                "acme.Denied",
                "package acme; public record Denied() implements dev.wherry.mobility.Task<Object> {"
                        + " public Object call() { return 1; } }");
        Task<?> denied =
                (Task<?>) acme.loadClass("acme.Denied").getConstructor().newInstance();
        for (int i = 0; i < 2; i++) {
            assertRefused(() -> Tasks.at(peer).call(denied)).hasMessageContaining("allowed packages");
        }
        assertThat(Tasks.at(peer).call(Probe.of("allowed"))).isEqualTo("done allowed");
    }

    @ParameterizedTest
    @ValueSource(classes = {CallException.class, IllegalStateException.class})
    void holdsNobodyUpWithTheSourceOfAnother(Class<?> failure) throws Throwable {
        Forger failing = forger(MobilityPolicy.acceptAnyone());
        Parcel honest = failing.parcel(Probe.of("first"));
        Parcel forged = failing.with(honest, Forger.finding(honest.code(), _ -> {
            throw failure == CallException.class
                    ? new CallException(Code.REFUSED, "not for you")
                    : new IllegalStateException("not for you");
        }));
        assertThat(failing.sendToShared(forged)).isEqualTo("done first");
        Workspace another = Workspace.at(connect(), WorkspaceOptions.shared("shared"));
        assertThat(another.call(Probe.of("find acme.Absent"))).isEqualTo("not found");
    }

    /** A sender that does not answer delays its own task, and no other one. */
    @Test
    void holdsNobodyUpWhoLooksForTheSameClass() throws Throwable {
        Latch latch = new Latch();
        Forger hanging = forger(MobilityPolicy.acceptAnyone());
        CompletableFuture<Object> hangs = hangs(hanging, latch, "acme.Absent");
        Workspace another = Workspace.at(connect(), WorkspaceOptions.shared("shared"));
        assertThat(another.call(Probe.of("find acme.Absent"))).isEqualTo("not found");
        latch.opened.countDown();
        assertThat(hangs.get(1, TimeUnit.MINUTES)).isEqualTo("not found");
    }

    @Test
    void holdsNobodyUpWhoLooksForAClassBelowTheSame() throws Throwable {
        Latch latch = new Latch();
        ClassBytes above = file("acme.Above", 1);
        ClassBytes below = ClassBytes.of(
                "acme.Below",
                ClassFile.of().build(ClassDesc.of("acme.Below"), c -> c.withSuperclass(ClassDesc.of("acme.Above"))));
        Forger hanging = forger(MobilityPolicy.acceptAnyone());
        CompletableFuture<Object> hangs = hangs(hanging, latch, "acme.Below", below);
        Forger other = new Forger(connect());
        Parcel looks = other.parcel(Probe.of("find acme.Below"));
        assertThat(other.sendToShared(other.with(looks, Forger.with(looks.code(), below, above))))
                .isEqualTo("acme.Below");
        latch.opened.countDown();
        assertThat(hangs.get(1, TimeUnit.MINUTES)).isEqualTo("acme.Below");
    }

    /** Returns when the sender of a task has been asked for a class. It does not answer before the latch is opened. */
    private static CompletableFuture<Object> hangs(Forger hanging, Latch latch, String name, ClassBytes... brought)
            throws Exception {
        Parcel looks = hanging.parcel(Probe.of("find " + name));
        Announcement forged = Forger.finding(Forger.with(looks.code(), brought), _ -> {
            latch.here();
            return null;
        });
        CompletableFuture<Object> hangs = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                hangs.complete(hanging.sendToShared(hanging.with(looks, forged)));
            } catch (Throwable t) {
                hangs.completeExceptionally(t);
            }
        });
        latch.entered.await();
        return hangs;
    }

    private static ClassBytes exiting(String name) {
        return ClassBytes.of(
                name,
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                c -> c.withMethodBody(
                                        "end",
                                        MethodTypeDesc.of(ConstantDescs.CD_void),
                                        ClassFile.ACC_STATIC,
                                        code -> code.iconst_1()
                                                .invokestatic(
                                                        ClassDesc.of("java.lang.System"),
                                                        "exit",
                                                        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int))
                                                .return_())));
    }

    /** However many there are. */
    @Test
    void definesNoneOfManyClassesThatMustNotBe() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        ClassBytes[] all = IntStream.range(0, 1_100)
                .mapToObj(i -> exiting("acme.Exits" + i))
                .toArray(ClassBytes[]::new);
        forger.send(Probe.of("x"), code -> Forger.with(code, all));
        for (int i : List.of(0, 999, 1_000, 1_099)) {
            assertRefused(() -> forger.send(forger.parcel(Probe.of("find acme.Exits" + i))))
                    .hasMessageContaining("no exit");
        }
        assertServes(forger);
    }

    /** Notifies the test when it runs, and goes on when the test permits it. */
    static final class Latch implements Probe.Waits {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch opened = new CountDownLatch(1);

        @Override
        public void here() {
            entered.countDown();
            try {
                opened.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void keepsNoWorkspaceOfANumberThatIsUsedTwice() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        Latch latch = new Latch();
        Workspaces workspaces = EndpointWorkspaces.of(server);
        Opening first = new Opening("first", false, Set.of(), 0, null);
        Opening second = new Opening("second", false, Set.of(), 0, null);
        Parcel waits = forger.parcel(new Probe.Runs(latch));
        CompletableFuture<Reply> running = CompletableFuture.supplyAsync(() -> {
            try {
                return forger.host.call(7, first, waits);
            } catch (WorkspaceGone e) {
                throw new AssertionError(e);
            }
        });
        latch.entered.await();
        forger.host.release(7, 0);
        forger.host.call(7, second, new Forger(forger.connection.peer()).parcel(Probe.of("x")));
        latch.opened.countDown();
        running.get(60, TimeUnit.SECONDS);
        forger.connection.peer().close();
        Polling.until("the end of the workspaces", () -> workspaces.shared() == 0);
    }

    @Test
    void refusesCallsWithoutWhatTheyNeed() throws Throwable {
        Forger forger = forger(MobilityPolicy.acceptAnyone());
        assertFails(Code.INVALID_CALL, () -> forger.host.call(1, Forger.OPENING, null));
        assertFails(Code.INVALID_CALL, () -> forger.asParent().expect(List.of("java.lang.String")));
        assertServes(forger);
    }
}
