package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import auction.AuctionReplica;
import auction.Bidder;
import auction.FrontEnd;
import cache.CacheClient;
import cache.CacheServer;
import chat.ChatClient;
import chat.ChatServer;
import compute.ComputePi;
import compute.ComputeServer;
import game.GameClient;
import game.GameServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs with callbacks, blocking calls, interrupts and failover. */
class ProgramsTest extends ProgramRuns {
    @ParameterizedTest
    @EnumSource
    void runsATaskOfAClient(Over over) throws Exception {
        ready(over, ComputeServer.class);
        assertThat(start(over, ComputePi.class).toTheEnd())
                .containsExactly(
                        "3.14159265358979323846264338327950288419716940", "not bound: Nobody", "[Compute]", "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void callsBackClientsWhoseMainHasReturned(Over over) throws Exception {
        Program server = ready(over, ChatServer.class);
        Program ann = start(over, ChatClient.class, "ann", "hello");
        assertThat(ann.line()).isEqualTo("before: []");
        assertThat(ann.line()).isEqualTo("ann has joined already");
        assertThat(ann.line()).isEqualTo("ann hears ann: hello");
        assertThat(ann.line()).isEqualTo("main returns");

        Program bob = start(over, ChatClient.class, "bob", "hi");
        assertThat(bob.line()).isEqualTo("before: [ann: hello]");
        assertThat(bob.line()).isEqualTo("bob has joined already");
        assertThat(bob.line()).isEqualTo("bob hears bob: hi");
        assertThat(ann.line()).isEqualTo("ann hears bob: hi");
        bob.kill();

        Program cid = start(over, ChatClient.class, "cid", "good night");
        assertThat(cid.line()).isEqualTo("before: [ann: hello, bob: hi]");
        assertThat(server.line()).isEqualTo("a client has left");
        assertThat(ann.toTheEnd()).containsExactly("ann hears cid: good night", "exit 0");
        assertThat(cid.toTheEnd()).contains("cid hears cid: good night").endsWith("exit 0");
        assertThat(server.line()).isEqualTo("left: true");
        assertThat(server.line()).isEqualTo("left: true");
    }

    @ParameterizedTest
    @EnumSource
    void servesCallsThatTheirCallersInterrupt(Over over) throws Exception {
        Program server = ready(over, GameServer.class);
        Program ann = start(over, GameClient.class, "ann");
        assertThat(server.line()).isEqualTo("ann sits down");
        Program bob = start(over, GameClient.class, "bob");
        assertThat(ann.toTheEnd()).containsExactlyInAnyOrder("card 1", "card 3", "card 5", "bob has won", "exit 0");
        assertThat(bob.toTheEnd()).containsExactlyInAnyOrder("card 2", "card 4", "card 6", "bob has won", "exit 0");
        assertThat(server.line()).isEqualTo("bob sits down");
    }

    @ParameterizedTest
    @EnumSource
    void failsOverToTheNextReplicaWhenThePrimaryIsKilled(Over over) throws Exception {
        Program frontEnd = ready(over, FrontEnd.class);
        Program first = start(over, AuctionReplica.class, "replica1");
        assertThat(first.line()).isEqualTo("ready with {}");
        Program second = start(over, AuctionReplica.class, "replica2");
        assertThat(second.line()).isEqualTo("ready with {}");
        Program third = start(over, AuctionReplica.class, "replica3");
        assertThat(third.line()).isEqualTo("ready with {}");

        Program bidder = ready(over, Bidder.class);
        bidder.type("open boat 100");
        assertThat(bidder.line()).isEqualTo("opened 1");
        assertThat(frontEnd.line()).isEqualTo("primary: replica1");
        bidder.type("bid 1 ann 120");
        assertThat(bidder.line()).isEqualTo("bid true");
        first.kill();
        bidder.type("bid 1 bob 110");
        assertThat(bidder.line()).isEqualTo("bid false");
        assertThat(frontEnd.line()).isEqualTo("replica1 does not answer");
        assertThat(frontEnd.line()).isEqualTo("primary: replica2");
        bidder.type("bid 1 bob 150");
        assertThat(bidder.line()).isEqualTo("bid true");

        Program again = start(over, AuctionReplica.class, "replica1");
        assertThat(again.line()).isEqualTo("ready with {1=boat at 150 for bob}");
        second.kill();
        third.kill();
        bidder.type("lot 1");
        assertThat(bidder.line()).isEqualTo("lot boat at 150 for bob");
        again.kill();
        bidder.type("lot 1");
        assertThat(bidder.line()).isEqualTo("failed");
    }

    @ParameterizedTest
    @EnumSource
    void callsBackListenersOfADeclaredTypeThatIsNotRemote(Over over) throws Exception {
        ready(over, CacheServer.class);
        Program listener = start(over, CacheClient.class, "listen");
        assertThat(listener.line()).isEqualTo("id 1");
        assertThat(listener.line()).isEqualTo("2: dinghy/2, true");
        assertThat(start(over, CacheClient.class, "put", "big", "barge").toTheEnd())
                .containsExactly("got barge/1", "exit 0");
        assertThat(listener.line()).isEqualTo("changed: big = barge/1");
        assertThat(start(over, CacheClient.class, "put", "end", "none").toTheEnd())
                .containsExactly("got none/1", "exit 0");
        assertThat(listener.toTheEnd()).containsExactly("changed: end = none/1", "exit 0");
    }

    @Test
    void runWithoutIpv6() throws Exception {
        List<String> properties = List.of(REGISTERED, "-Djava.net.preferIPv4Stack=true");
        ready(Over.WHERRY, properties, ComputeServer.class);
        assertThat(start(Over.WHERRY, properties, ComputePi.class).toTheEnd()).endsWith("[Compute]", "exit 0");
    }

    @Test
    void learnTheClassesToRegisterInOneRun() throws Exception {
        Path learned = folder.resolve("learned");
        for (String property : List.of("-Dwherry.learn=" + learned, "-Dwherry.rmi.register=" + learned)) {
            choosePort();
            assertThat(start(Over.WHERRY, List.of(property), ComputeServer.class)
                            .line())
                    .isEqualTo("ready");
            assertThat(start(Over.WHERRY, List.of(property), ComputePi.class).toTheEnd())
                    .as(property)
                    .contains("3.14159265358979323846264338327950288419716940")
                    .endsWith("exit 0");
            assertThat(Files.readAllLines(learned))
                    .filteredOn(line -> !line.startsWith("#"))
                    .containsExactly("compute.Pi");
        }
    }
}
