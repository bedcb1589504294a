package dev.wherry.dds.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Key;
import dev.wherry.dds.NameEntry;
import dev.wherry.dds.Names;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.rpc.Services.Clock;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class NamesTest {
    @TempDir
    Path folder;

    private final int domain = Services.domain();
    private final DataSpace space = join(Duration.ofMinutes(2));
    private final Names names = space.names();

    private DataSpace join(Duration patience) {
        return DataSpace.join(
                "dds://" + domain, Services.dds().findTimeout(patience).build());
    }

    @AfterEach
    void leave() {
        space.close();
    }

    /** Binds a name, and waits for its end. */
    static final class Registrar {
        private Registrar() {}

        public static void main(String[] arguments) throws Exception {
            DdsOptions options = Services.dds().build();
            try (DataSpace space = DataSpace.join("dds://" + arguments[0], options)) {
                space.names().bind("shop", arguments[1]);
                System.out.println("bound");
                Thread.currentThread().join();
            }
        }
    }

    @Test
    void outliveTheProcessThatHasBoundThem() throws Exception {
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            server.bind("clock", Clock.class, () -> 7);
            URI address = server.listenAt("tcp://127.0.0.1:0");
            try (ChildJvm registrar = new ChildJvm(List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Registrar.class.getName(),
                    String.valueOf(domain),
                    address + "/clock"))) {
                registrar.awaitLine("bound");
                assertThat(names.addresses("shop")).containsExactly(URI.create(address + "/clock"));
                registrar.signal("KILL");
                registrar.toTheEnd();
            }
            try (DataSpace late = join(Duration.ofMinutes(2));
                    Names found = late.names()) {
                assertThat(found.lookup(client, "shop", Clock.class).now()).isEqualTo(7);
                Clock clock = client.lookup("dds-name://shop@" + domain + "/clock", Clock.class);
                assertThat(clock.now()).isEqualTo(7);
            }
        }
    }

    @Test
    void areFollowedByTheStubsThatUseThem() {
        try (Endpoint first = Services.endpoint();
                Endpoint second = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            first.bind("clock", Clock.class, () -> 1);
            second.bind("clock", Clock.class, () -> 2);
            names.bind("shop", first.listenAt("tcp://127.0.0.1:0").toString());
            Clock clock = client.lookup("dds-name://shop@" + domain + "/clock", Clock.class);
            assertThat(clock.now()).isEqualTo(1);
            names.bind("shop", second.listenAt("tcp://127.0.0.1:0").toString());
            first.close();
            Polling.until("the other server is found", () -> {
                try {
                    return clock.now() == 2;
                } catch (CallException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void haveAddressesOfAnyProtocol() {
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            String name = Services.name();
            server.bind(name, Clock.class, () -> 3);
            server.listenAt("dds://" + domain);
            names.bind("shop", "tcp://127.0.0.1:1/gone", "dds://" + domain + "/" + name);
            assertThat(names.lookup(client, "shop", Clock.class).now()).isEqualTo(3);
            assertThatThrownBy(() -> client.lookup("dds-name://shop@" + domain + "/x", Clock.class))
                    .hasMessageContaining("to which no session can be opened");
        }
    }

    @Test
    void areLookedUpPastAddressesThatCannotBeUsed() {
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            server.bind("clock", Clock.class, () -> 4);
            URI address = server.listenAt("tcp://127.0.0.1:0");
            names.bind("shop", "newer://a:1/x", "mailto:x", "tcp:x", "tcp://a:99999/x", "tcp:///x", address + "/clock");
            assertThat(names.lookup(client, "shop", Clock.class).now()).isEqualTo(4);
            names.bind("shop", address + "/gone", "newer://a:1/x");
            assertThatThrownBy(() -> names.lookup(client, "shop", Clock.class))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND))
                    .hasMessageContaining("'gone'")
                    .hasMessageContaining("No transport for scheme 'newer'");
            names.bind("shop", "newer://a:1/x");
            assertThatThrownBy(() -> names.lookup(client, "shop", Clock.class))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE));
        }
    }

    @Test
    void stayOpenWhenOthersOfTheSameDomainAreClosed() throws Exception {
        names.bind("shop", "tcp://a:1");
        NameResolver resolver = new NameResolver();
        URI shop = URI.create("dds-name://shop@" + domain);
        try (DataSpace second = join(Duration.ofMinutes(2));
                DataSpace third = join(Duration.ofMinutes(2))) {
            Names closed = second.names();
            third.names();
            closed.close();
            assertThat(resolver.resolve(shop)).containsExactly(URI.create("tcp://a:1"));
        }
        assertThat(resolver.resolve(shop)).containsExactly(URI.create("tcp://a:1"));
    }

    @Test
    void areNotFoundOnceRemoved() throws Exception {
        try (DataSpace other = join(Duration.ofMillis(1));
                Names elsewhere = other.names();
                Endpoint client = Services.endpoint()) {
            names.bind("shop", "tcp://a:1", "tcp://b:2");
            Polling.until("it arrives", () -> !elsewhere.entries().isEmpty());
            assertThat(elsewhere.entries()).containsExactly(new NameEntry("shop", List.of("tcp://a:1", "tcp://b:2")));
            assertThat(elsewhere.unbind("shop")).isTrue();
            assertThat(elsewhere.unbind("shop")).isFalse();
            assertThat(elsewhere.addresses("shop")).isEmpty();
            Polling.until("the removal arrives", () -> names.entries().isEmpty());
            assertThatThrownBy(() -> elsewhere.lookup(client, "shop", Clock.class))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
        }
    }

    @Test
    void sayWhichNameIsNotKnownInWhichDomain() {
        try (DataSpace other = DataSpace.join(
                        "dds://" + domain + "/attic",
                        Services.dds().findTimeout(Duration.ofMillis(1)).build());
                Names _ = other.names();
                Endpoint client = Services.endpoint()) {
            assertThatThrownBy(() -> client.lookup("dds-name://shpo@" + domain + "/clock?partition=attic", Clock.class))
                    .hasMessageContaining("The name 'shpo' is not known in the domain " + domain
                            + ", partition 'attic'. Check its spelling");
        }
    }

    @Test
    void comeBackFromAFile() throws Exception {
        StateOptions file = StateOptions.builder().file(folder.resolve("names")).build();
        int empty = Services.domain();
        DdsOptions options = Services.dds().build();
        try (DataSpace alone = DataSpace.join("dds://" + empty + "/attic", options)) {
            alone.names(file).bind("shop", "tcp://a:1");
        }
        try (DataSpace alone = DataSpace.join("dds://" + empty + "/attic", options)) {
            assertThat(alone.names(file).addresses("shop")).containsExactly(URI.create("tcp://a:1"));
        }
    }

    @Test
    void refuseBadEntries() {
        assertThatThrownBy(() -> names.bind("", "tcp://a:1")).hasMessageContaining("not blank");
        assertThatThrownBy(() -> names.bind("x".repeat(256), "tcp://a:1")).hasMessageContaining("255");
        assertThatThrownBy(() -> names.bind("shop")).hasMessageContaining("1 to 64 addresses");
        assertThatThrownBy(() ->
                        names.bind("shop", Collections.nCopies(65, "tcp://a:1").toArray(String[]::new)))
                .hasMessageContaining("not 65");
        assertThatThrownBy(() -> names.bind("shop", "no scheme")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> names.bind("shop", "a")).hasMessageContaining("a scheme");
        assertThatThrownBy(() -> names.bind("shop", "tcp://" + "a".repeat(2_048)))
                .hasMessageContaining("2048");
        assertThat(names.entries()).isEmpty();
    }

    @Test
    void dropBadEntriesOfOthers() throws Exception {
        try (DataSpace hostile = join(Duration.ofMinutes(1));
                SharedState<Entries.NameEntry> topic = hostile.state(StateNames.TOPIC, Entries.NameEntry.class)) {
            topic.put(new Entries.NameEntry("bad", List.of("no scheme")));
            topic.put(new Entries.NameEntry("many", Collections.nCopies(65, "tcp://a:1")));
            topic.put(new Entries.NameEntry("long", List.of("tcp://" + "a".repeat(1 << 20))));
            topic.put(new Entries.NameEntry("none", List.of()));
            topic.put(new Entries.NameEntry("good", List.of("tcp://a:1")));
            assertThat(names.addresses("good")).containsExactly(URI.create("tcp://a:1"));
            assertThat(names.entries()).hasSize(1);
        }
    }

    /** The type of the topic without its checks. */
    static final class Entries {
        /** See {@link dev.wherry.dds.NameEntry}. */
        public record NameEntry(@Key String name, List<String> addresses) {}
    }

    @Test
    void areOnlyFoundWhereTheyAreOpen() {
        NameResolver resolver = new NameResolver();
        assertThatThrownBy(() -> resolver.resolve(URI.create("dds-name://shop@" + domain + "?partition=none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not open in this process");
        assertThatThrownBy(() -> resolver.resolve(URI.create("dds-name://shop")))
                .hasMessageContaining("has no name");
        names.close();
        assertThatThrownBy(() -> resolver.resolve(URI.create("dds-name://shop@" + domain)))
                .hasMessageContaining("not open in this process");
    }
}
