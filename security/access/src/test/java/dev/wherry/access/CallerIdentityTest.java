package dev.wherry.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.PeerRights;
import dev.wherry.TokenVerifier;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls between endpoints, over sockets whose other end is on this host or, by its identity, on another one. */
class CallerIdentityTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    public interface Desk {
        String caller();

        String actors();

        boolean seesToken();

        void fail();

        CompletableFuture<String> later();
    }

    /** Answers with what it knows of the caller. */
    static class Clerk implements Desk {
        final CountDownLatch go = new CountDownLatch(1);
        final AtomicInteger waiting = new AtomicInteger();

        @Override
        public String caller() {
            Identity identity = Calls.identity().orElseThrow();
            return identity.kind() + " " + identity.name();
        }

        @Override
        public String actors() {
            return Calls.identity().orElseThrow().attributes().getOrDefault(TokenVerifier.ACTORS, "");
        }

        @Override
        public boolean seesToken() {
            return Calls.context(ContextKey.TOKEN).isPresent()
                    || Calls.context(ContextKey.FORWARDED_IDENTITY).isPresent();
        }

        @Override
        public void fail() {
            throw new IllegalStateException("no", new IllegalArgumentException("because"));
        }

        @Override
        public CompletableFuture<String> later() {
            waiting.incrementAndGet();
            return CompletableFuture.supplyAsync(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return "done";
            });
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closed(T closeable) {
        open.add(closeable);
        return closeable;
    }

    private Endpoint server(String address, EndpointOptions options, Desk desk) {
        Endpoint server = closed(Endpoint.listen(address, options));
        server.bind("desk", Desk.class, desk);
        return server;
    }

    private static String at(Endpoint server) {
        return server.addresses().getFirst().toString();
    }

    private Desk desk(Endpoint server) {
        return closed(Endpoint.create()).lookup(at(server) + "/desk", Desk.class);
    }

    private static Desk with(Desk desk, ContextKey<String> key, String value) {
        return Calls.with(desk, CallOptions.builder().context(key, value).build());
    }

    private static SignedTokens tokens(String server) {
        return SignedTokens.builder("bank.example", server)
                .key("a", SignedTokensTest.key(1))
                .build();
    }

    private static void assertRefused(Runnable call, Code code, String why) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(why);
    }

    @Test
    void knowsTheCallerByItsTokenAndTheLinkStill() {
        EndpointOptions options =
                EndpointOptions.builder().tokens(tokens("front")).build();
        Desk desk = desk(server("tcp://127.0.0.1:0", options, new Clerk()));
        String token = tokens("login").issue(Identity.of("user", "ann"), "front", MINUTE);

        assertThat(desk.caller()).startsWith("address 127.0.0.1:");
        assertThat(with(desk, ContextKey.TOKEN, token).caller()).isEqualTo("token ann");
        assertThat(with(desk, ContextKey.TOKEN, token).seesToken()).isFalse();
    }

    @Test
    void refusesWrongTokensBeforeItReadsArguments() {
        EndpointOptions options =
                EndpointOptions.builder().tokens(tokens("front")).build();
        Desk desk = desk(server("tcp://127.0.0.1:0", options, new Clerk()));

        for (String wrong : List.of(
                "", "x", "x".repeat(100_000), tokens("login").issue(Identity.of("user", "ann"), "other", MINUTE))) {
            assertRefused(() -> with(desk, ContextKey.TOKEN, wrong).caller(), Code.UNAUTHENTICATED, "token");
        }
        assertThat(desk.caller()).startsWith("address");
    }

    @Test
    void verifiesATokenOnceInAMinuteButNotAfterItsExpiry() {
        AtomicInteger verified = new AtomicInteger();
        TokenVerifier counting = token -> {
            verified.incrementAndGet();
            return new TokenVerifier.Verified(
                    Identity.of("token", token),
                    token.equals("old") ? Instant.EPOCH : Instant.now().plusSeconds(600));
        };
        Desk desk = desk(server(
                "tcp://127.0.0.1:0", EndpointOptions.builder().tokens(counting).build(), new Clerk()));

        for (int i = 0; i < 3; i++) {
            assertThat(with(desk, ContextKey.TOKEN, "ann").caller()).isEqualTo("token ann");
        }
        assertThat(verified).hasValue(1);
        with(desk, ContextKey.TOKEN, "old").caller();
        with(desk, ContextKey.TOKEN, "old").caller();
        assertThat(verified).hasValue(3);
    }

    @Test
    void ignoresAForwardedIdentityUnlessItIsTrustedAndFromThisHost() {
        EndpointOptions trusting = EndpointOptions.builder()
                .with(PeerRights.of(PeerRights.Right.FORWARDED_IDENTITY))
                .build();
        Desk near = desk(server("tcp://127.0.0.1:0", trusting, new Clerk()));
        Desk far = desk(server("far://127.0.0.1:0", trusting, new Clerk()));
        Desk off = desk(server("tcp://127.0.0.1:0", EndpointOptions.defaults(), new Clerk()));

        assertThat(with(near, ContextKey.FORWARDED_IDENTITY, "ann").caller()).isEqualTo("forwarded ann");
        assertThat(with(near, ContextKey.FORWARDED_IDENTITY, "ann").seesToken()).isFalse();
        assertThat(with(far, ContextKey.FORWARDED_IDENTITY, "ann").caller()).startsWith("address");
        assertThat(with(off, ContextKey.FORWARDED_IDENTITY, "ann").caller()).startsWith("address");
        assertRefused(
                () -> with(near, ContextKey.FORWARDED_IDENTITY, "a\nb").caller(),
                Code.UNAUTHENTICATED,
                "control characters");
    }

    @Test
    void delegatesTheCallerToTheNextServerAlone() {
        SignedTokens back = tokens("back");
        Desk second = desk(server(
                "tcp://127.0.0.1:0", EndpointOptions.builder().tokens(back).build(), new Clerk()));
        SignedTokens front = tokens("front");
        AtomicInteger lives = new AtomicInteger();
        Desk passing = new Clerk() {
            @Override
            public String caller() {
                lives.incrementAndGet();
                return with(second, ContextKey.TOKEN, front.delegate("back", MINUTE))
                        .caller();
            }

            @Override
            public String actors() {
                return with(second, ContextKey.TOKEN, front.delegate("back", MINUTE))
                        .actors();
            }

            @Override
            public boolean seesToken() { // passes nothing on
                return second.caller().startsWith("token");
            }

            @Override
            public void fail() {
                with(second, ContextKey.TOKEN, front.delegate("elsewhere", MINUTE))
                        .caller();
            }
        };
        Desk first = with(
                desk(server(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().tokens(front).build(),
                        passing)),
                ContextKey.TOKEN,
                front.issue(Identity.of("user", "ann"), "front", MINUTE));

        assertThat(first.caller()).isEqualTo("token ann");
        assertThat(first.actors()).isEqualTo("front");
        assertThat(first.seesToken()).isFalse();
        assertRefused(first::fail, Code.INTERNAL, "another server"); // its own call failed, not the caller's
    }

    @Test
    void listsWhatItHasOnlyToThisHost() {
        Endpoint near = server("tcp://127.0.0.1:0", EndpointOptions.defaults(), new Clerk());
        Endpoint far = server("far://127.0.0.1:0", EndpointOptions.defaults(), new Clerk());
        Endpoint client = closed(Endpoint.create());
        Peer nearPeer = client.connect(at(near));
        Peer farPeer = client.connect(at(far));

        assertThat(nearPeer.bound()).hasSize(1);
        nearPeer.statistics();
        for (Runnable each : List.<Runnable>of(
                farPeer::bound, farPeer::statistics, farPeer::heldObjects, () -> farPeer.describe("desk"))) {
            assertRefused(each, Code.REFUSED, "PeerRights.Right.LISTING");
        }
        assertThat(farPeer.lookup("desk", Desk.class).caller()).startsWith("address 203.0.113.7");
        assertThatThrownBy(() -> farPeer.lookup("dusk", Desk.class))
                .hasMessageContaining("dusk")
                .message()
                .doesNotContain("desk");
        assertThatThrownBy(() -> nearPeer.lookup("dusk", Desk.class)).hasMessageContaining("desk");
    }

    @Test
    void listsWhatItHasToEveryoneIfAnOptionSaysSo() {
        EndpointOptions options = EndpointOptions.builder()
                .with(PeerRights.of(PeerRights.Right.LISTING))
                .build();
        Endpoint far = server("far://127.0.0.1:0", options, new Clerk());

        assertThat(closed(Endpoint.create()).connect(at(far)).bound()).hasSize(1);
    }

    @Test
    void sendsStackTracesOnlyToThisHost() {
        Desk near = desk(server("tcp://127.0.0.1:0", EndpointOptions.defaults(), new Clerk()));
        Desk far = desk(server("far://127.0.0.1:0", EndpointOptions.defaults(), new Clerk()));
        Desk open = desk(server(
                "far://127.0.0.1:0",
                EndpointOptions.builder()
                        .with(PeerRights.of(PeerRights.Right.STACK_TRACES))
                        .build(),
                new Clerk()));

        assertThat(tracesOf(near)).anyMatch(frame -> frame.contains("Clerk"));
        assertThat(tracesOf(open)).anyMatch(frame -> frame.contains("Clerk"));
        assertThat(tracesOf(far)).noneMatch(frame -> frame.contains("Clerk"));
    }

    private static List<String> tracesOf(Desk desk) {
        try {
            desk.fail();
            throw new AssertionError("It did not fail");
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("no").hasCauseInstanceOf(IllegalArgumentException.class);
            List<String> frames = new ArrayList<>();
            for (Throwable each = e; each != null; each = each.getCause()) {
                for (StackTraceElement frame : each.getStackTrace()) {
                    frames.add(frame.toString());
                }
            }
            return frames;
        }
    }

    @Test
    void appliesAPolicyToCallsAndListings() {
        AccessPolicy policy = AccessPolicy.builder()
                .role("teller", "token ann")
                .allow("teller", "desk", "caller")
                .build();
        EndpointOptions options = policy.applyTo(EndpointOptions.builder().tokens(tokens("front")))
                .build();
        Endpoint server = server("tcp://127.0.0.1:0", options, new Clerk());
        Desk desk = desk(server);
        Desk ann = with(desk, ContextKey.TOKEN, tokens("login").issue(Identity.of("user", "ann"), "front", MINUTE));

        assertThat(ann.caller()).isEqualTo("token ann");
        assertRefused(ann::fail, Code.REFUSED, "Permission denied: token ann may not call 'fail' of 'desk'");
        assertRefused(desk::caller, Code.REFUSED, "Permission denied");
        assertRefused(
                () -> closed(Endpoint.create()).connect(at(server)).bound(), Code.REFUSED, "'bound' of 'the registry'");
        for (String scheme : List.of("tcp", "far")) {
            String unknown = at(server(scheme + "://127.0.0.1:0", options, new Clerk())) + "/dusk";
            assertThatThrownBy(() -> closed(Endpoint.create()).lookup(unknown, Desk.class))
                    .hasMessageContaining("dusk")
                    .message()
                    .doesNotContain("desk");
        }
    }

    @Test
    void freesTheCallsInFlightOfACallerWhenTheyEnd() throws Exception {
        AccessPolicy policy = AccessPolicy.builder()
                .allow("*", "desk")
                .limitCallsInFlight("desk", 2)
                .build();
        Clerk clerk = new Clerk();
        Desk desk = desk(server(
                "tcp://127.0.0.1:0", policy.applyTo(EndpointOptions.builder()).build(), clerk));
        CompletableFuture<String> one = desk.later();
        CompletableFuture<String> two = desk.later();
        Polling.until("two calls wait", () -> clerk.waiting.get() == 2);

        assertRefused(desk::caller, Code.REFUSED, "Too many calls of 'caller' of 'desk' at one time");
        clerk.go.countDown();
        assertThat(one.get()).isEqualTo("done");
        assertThat(two.get()).isEqualTo("done");
        Polling.until("a call is allowed", () -> {
            try {
                return desk.caller() != null;
            } catch (CallException e) {
                return false;
            }
        });
    }

    @Test
    void limitsTheCallsInFlightOfEachCallerOfOneMethod(@TempDir Path folder) throws Exception {
        AccessPolicy policy = AccessPolicy.read(Files.writeString(folder.resolve("access.toml"), """
                [[allow]]
                roles = ["*"]
                names = ["desk"]
                [[limit]]
                names = ["desk"]
                methods = ["later"]
                calls-in-flight = 1
                """));
        Clerk clerk = new Clerk();
        EndpointOptions options = policy.applyTo(EndpointOptions.builder().tokens(tokens("front")))
                .build();
        Desk desk = desk(server("tcp://127.0.0.1:0", options, clerk));
        SignedTokens login = tokens("login");
        Desk ann = with(desk, ContextKey.TOKEN, login.issue(Identity.of("user", "ann"), "front", MINUTE));
        Desk bob = with(desk, ContextKey.TOKEN, login.issue(Identity.of("user", "bob"), "front", MINUTE));
        CompletableFuture<String> first = ann.later();
        Polling.until("the first call waits", () -> clerk.waiting.get() == 1);

        assertThat(ann.later())
                .failsWithin(MINUTE)
                .withThrowableThat()
                .havingCause()
                .withMessageContaining("Too many calls of 'later' of 'desk' at one time");
        assertThat(ann.caller()).isEqualTo("token ann");
        CompletableFuture<String> other = bob.later();
        clerk.go.countDown();
        assertThat(first.get()).isEqualTo("done");
        assertThat(other.get()).isEqualTo("done");
    }

    @Test
    void auditsRefusalsWithoutTokensOrLineBreaks() {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            EndpointOptions options = EndpointOptions.builder()
                    .tokens(token -> new TokenVerifier.Verified(
                            Identity.of("token", "forged\nline"), Instant.now().plusSeconds(60)))
                    .addAuthorizer(call -> {
                        if (call.method().getName().equals("fail")) {
                            throw new CallException(Code.REFUSED, "secret message");
                        }
                    })
                    .build();
            Desk desk =
                    with(desk(server("tcp://127.0.0.1:0", options, new Clerk())), ContextKey.TOKEN, "the-secret-token");
            desk.caller();
            assertRefused(desk::fail, Code.REFUSED, "secret message");

            Polling.until(
                    "the refusal is in the log",
                    () -> log.texts()
                            .anyMatch(text -> text.contains("REFUSED identity=\"token:forged?line\" target=desk method="
                                    + Desk.class.getName() + ".fail")));
            assertThat(log.texts())
                    .noneMatch(text -> text.contains("the-secret-token") || text.contains("secret message"))
                    .noneMatch(text -> text.contains(".caller"));
        }
    }

    @Test
    void auditsFewOfManyRefusals() {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            EndpointOptions options =
                    EndpointOptions.builder().tokens(tokens("front")).build();
            Desk desk = with(desk(server("tcp://127.0.0.1:0", options, new Clerk())), ContextKey.TOKEN, "wrong");
            Instant begun = Instant.now();
            for (int i = 0; i < 500; i++) {
                assertRefused(desk::caller, Code.UNAUTHENTICATED, "token");
            }
            long seconds = Duration.between(begun, Instant.now()).toSeconds() + 2;

            assertThat(log.texts().count()).isLessThanOrEqualTo(20 * seconds);
        }
    }
}
