package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.testsupport.LogRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One class in several versions, at the sender, at the host, and at another sender. */
class VersionsTest {
    private static final Map<String, byte[]> OLD = version("old", "");
    private static final Map<String, byte[]> NEW = version("new", "public static String added() { return \"added\"; }");
    private static final Map<String, byte[]> TASKS = Compiled.files(
            "acme.lib.Library",
            "package acme.lib; public class Library { public static String name() { return \"\"; }"
                    + " public static String added() { return \"\"; } }",
            "acme.app.Asks",
            "package acme.app; public class Asks implements dev.wherry.mobility.Task<Object> {"
                    + " public Object call() { return acme.lib.Library.name(); } }",
            "acme.app.AsksNew",
            "package acme.app; public class AsksNew implements dev.wherry.mobility.Task<Object> {"
                    + " public Object call() { return acme.lib.Library.added(); } }",
            "acme.lib.Inside",
            "package acme.lib; public class Inside implements dev.wherry.mobility.Task<Object> {"
                    + " public Object call() { return Library.name(); } }");

    private final List<Endpoint> open = new ArrayList<>();
    private Endpoint server;

    private static Map<String, byte[]> version(String name, String more) {
        return Compiled.files(
                "acme.lib.Library",
                "package acme.lib; public class Library { public static String name() { return \"" + name + "\"; } "
                        + more + " }");
    }

    @AfterEach
    void closes() {
        open.reversed().forEach(Endpoint::close);
    }

    private Peer connect(MobilityPolicy policy, Map<String, byte[]> atHost) {
        server = Hosts.listen(policy.toBuilder()
                .host(new BytesLoader(VersionsTest.class.getClassLoader(), atHost))
                .build());
        open.add(server);
        return another();
    }

    private Peer another() {
        Endpoint client = Endpoint.create();
        open.add(client);
        return client.connect(server.address().toString());
    }

    private static Task<?> task(String name, Map<String, byte[]> library) throws ReflectiveOperationException {
        Map<String, byte[]> all = new java.util.HashMap<>(TASKS);
        all.putAll(library);
        ClassLoader loader = new BytesLoader(VersionsTest.class.getClassLoader(), all);
        return (Task<?>) loader.loadClass(name).getConstructor().newInstance();
    }

    private static String hash(Map<String, byte[]> version) {
        return CodeHash.of(version.get("acme.lib.Library")).shown();
    }

    private static AbstractThrowableAssert<?, ?> assertNamesBoth(Code code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContainingAll("acme.lib.Library", hash(OLD), hash(NEW));
    }

    @Test
    void takesTheHostsFirst() throws Exception {
        Peer peer = connect(MobilityPolicy.acceptAnyone(), OLD);
        assertThat(Tasks.at(peer).call(task("acme.app.Asks", NEW))).isEqualTo("old");
    }

    @Test
    void takesTheShippedOneWhereThePolicyOrTheWorkspaceSaysSo() throws Exception {
        Peer peer = connect(
                MobilityPolicy.builder().acceptAnyone().shippedFirst("acme.*").build(), OLD);
        assertThat(Tasks.at(peer).call(task("acme.app.Asks", NEW))).isEqualTo("new");
        Peer other = connect(MobilityPolicy.acceptAnyone(), OLD);
        for (String packages : List.of("acme.lib", "acme.*")) {
            assertThat(Workspace.at(
                                    other,
                                    WorkspaceOptions.builder()
                                            .shippedFirst(packages)
                                            .build())
                            .call(task("acme.app.Asks", NEW)))
                    .isEqualTo("new");
        }
    }

    @Test
    void namesBothHashesWhereAPackageWouldBeOfTwoVersions() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        Peer peer = connect(
                MobilityPolicy.builder().acceptAnyone().recorder(records::add).build(), OLD);
        Task<?> task = task("acme.lib.Inside", NEW);
        try (LogRecorder audit = new LogRecorder("dev.wherry.audit")) {
            assertNamesBoth(Code.REFUSED, () -> Tasks.at(peer).call(task))
                    .hasMessageContaining("shippedFirst(PACKAGE)");
            assertThat(records).singleElement().satisfies(each -> {
                assertThat(each.refusal()).contains(hash(OLD));
                assertThat(audit.texts())
                        .anyMatch(line -> line.contains("REFUSED identity=address:127.0.0.1:")
                                && line.contains(" method=\"code " + each.manifest() + "\""));
            });
        }
        assertThat(Tasks.at(peer).call(task("acme.app.Asks", NEW)))
                .as("the next one")
                .isEqualTo("old");
        assertThat(Tasks.at(peer).call(() -> 1)).isEqualTo(1);
        assertThatThrownBy(() -> Tasks.at(peer).call(task)).as("once more").hasMessageContaining(hash(NEW));
    }

    @Test
    void namesTheClassesThatDifferWhereOneDoesNotLink() throws Exception {
        Peer peer = connect(MobilityPolicy.acceptAnyone(), OLD);
        Task<?> task = task("acme.app.AsksNew", NEW);
        assertNamesBoth(Code.INTERNAL, () -> Tasks.at(peer).call(task)).hasMessageContaining("NoSuchMethodError");
    }

    @Test
    void refusesASecondVersionInAWorkspaceWithBothHashes() throws Exception {
        Peer peer = connect(MobilityPolicy.acceptAnyone(), Map.of());
        WorkspaceOptions shared = WorkspaceOptions.shared("one");
        assertThat(Workspace.at(peer, shared).call(task("acme.app.Asks", OLD))).isEqualTo("old");
        Task<?> second = task("acme.app.Asks", NEW);
        Peer other = another();
        assertNamesBoth(Code.REFUSED, () -> Workspace.at(other, shared).call(second))
                .hasMessageContaining("another workspace");
        assertThat(Tasks.at(other).call(task("acme.app.Asks", NEW))).as("apart").isEqualTo("new");
        assertThat(Workspace.at(other, shared).call(task("acme.app.Asks", OLD)))
                .as("of the same")
                .isEqualTo("old");
    }

    @Test
    void findsAClassThatWasMissedBeforeOnceItHasCome() throws Exception {
        Peer peer = connect(MobilityPolicy.acceptAnyone(), Map.of());
        Map<String, byte[]> early = Compiled.files("acme.Early", looking("Early"));
        Map<String, byte[]> late =
                Compiled.files("acme.Late", looking("Late"), "acme.Sought", "package acme; public class Sought {}");
        assertThat(Tasks.at(peer).call(only("acme.Early", early))).isEqualTo("missed");
        assertThat(Tasks.at(peer).call(only("acme.Late", late))).isEqualTo("found");
    }

    private static String looking(String name) {
        return """
            package acme;
            public class %s implements dev.wherry.mobility.Task<Object> {
                public Object call() {
                    try {
                        Class.forName("acme.Sought");
                        return "found";
                    } catch (ClassNotFoundException e) {
                        return "missed";
                    }
                }
            }\
            """.formatted(name);
    }

    private static Task<?> only(String name, Map<String, byte[]> classes) throws ReflectiveOperationException {
        ClassLoader loader = new BytesLoader(VersionsTest.class.getClassLoader(), classes);
        return (Task<?>) loader.loadClass(name).getConstructor().newInstance();
    }

    @Test
    void runsANewVersionAfterTheOldOneInAWorkspaceOfItsOwn() throws Exception {
        Peer peer = connect(MobilityPolicy.acceptAnyone(), Map.of());
        for (Map<String, byte[]> version : List.of(OLD, NEW, OLD)) {
            assertThat(Workspace.at(peer, WorkspaceOptions.own()).call(task("acme.app.Asks", version)))
                    .isEqualTo(version == OLD ? "old" : "new");
        }
    }
}
