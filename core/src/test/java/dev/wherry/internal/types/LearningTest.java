package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearningTest {
    interface Open {
        Object echo(Object value);
    }

    record Item(int number) {}

    record Other(int number) {}

    interface Callback extends Remote {}

    static class Listener implements Callback {}

    static class HeirOfListener extends Listener {}

    private interface Local {}

    @TempDir
    Path folder;

    private Path file;
    private Learning learning;
    private TypeClosure types;

    @BeforeEach
    void start() {
        file = folder.resolve("learned");
        learning = new Learning(file);
        types = TypeClosure.of(Open.class, EndpointOptions.defaults(), learning);
    }

    @Test
    void isOffUnlessTheCommandLineTurnsItOn() {
        assertThat(Learning.active()).isNull();
        assertThat(TypeClosure.of(Open.class, EndpointOptions.defaults()).allows(Item.class))
                .isFalse();
    }

    @Test
    void allowsAndRecordsWhatIsSent() {
        assertThat(types.allows(Item.class)).isTrue();
        assertThat(types.allows(Item.class)).isTrue();
        assertThat(file).content().endsWith("\n" + Item.class.getName() + "\n");
    }

    @Test
    void allowsAndRecordsWhatIsReceived() {
        assertThat(types.find(Item.class.getName())).isEqualTo(Item.class);
        assertThat(types.find("[L" + Other.class.getName() + ";")).isEqualTo(Other[].class);
        assertThat(EndpointOptions.builder().registerFrom(file).build().registeredClasses())
                .containsExactlyInAnyOrder(Item.class, Other.class);
    }

    @Test
    void recordsArraysOfInterfacesByTheInterface() {
        assertThat(types.allows(Local[].class)).isTrue();
        assertThat(file).content().contains("\n" + Local.class.getName() + "\n");
    }

    @Test
    void recordsClassesOfTheJdkThatMayBeRegistered() {
        assertThat(types.find("java.awt.Point")).isEqualTo(java.awt.Point.class);
        assertThat(file).content().contains("\njava.awt.Point\n");
    }

    @Test
    void recordsAClassOfTheJdkForTheInternalOnesBehindIt() {
        assertThat(types.allows(java.time.Clock.systemUTC().getClass())).isTrue();
        assertThat(types.allows(java.util.concurrent.Semaphore.class)).isTrue();
        assertThat(types.find("java.util.concurrent.Semaphore$NonfairSync")).isNotNull();
        assertThat(EndpointOptions.builder().registerFrom(file).build().registeredClasses())
                .containsExactlyInAnyOrder(java.time.Clock.class, java.util.concurrent.Semaphore.class);
    }

    @Test
    void writesInJavaWhatJavaCanName() throws IOException {
        types.allows(java.awt.Point.class);
        types.allows(java.awt.geom.Point2D.Float.class);
        types.allows(Item.class);
        assertThat(Files.readAllLines(file))
                .contains("# .register(java.awt.Point.class, java.awt.geom.Point2D.Float.class)")
                .contains("# Not public, so only this file, or the registration of their packages, can name them: "
                        + Item.class.getName());
    }

    @Test
    void addsToWhatAnotherRunHasWritten() throws IOException {
        Files.writeString(file, "# mine\ncom.acme.**\ncom.acme.Order # why\n");
        types.allows(Item.class);
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> !line.startsWith("#"))
                .containsExactly("com.acme.**", "com.acme.Order", Item.class.getName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.ProcessBuilder",
                "java.lang.Thread",
                "javax.management.modelmbean.DescriptorSupport",
                "java.lang.invoke.SerializedLambda",
                "no.such.Class"
            })
    void neverAllowsWhatCouldNotBeRegistered(String name) {
        assertThatThrownBy(() -> types.find(name)).isInstanceOf(CodecException.class);
        assertThat(file).doesNotExist();
    }

    @Test
    void doesNotAdviseToRegisterAClassThatIsNotHere() {
        assertThatThrownBy(() -> types.find("no.such.Class"))
                .hasMessageContaining("There is no such class on the class path here")
                .hasMessageNotContaining("register(");
    }

    @Test
    void recordsNoTypeThatRegisteringWouldNotAllow() {
        assertThat(types.allows(Object.class)).isFalse();
        assertThat(file).doesNotExist();
    }

    @Test
    void neverCopiesWhatGoesByReference() {
        assertThat(types.allows(Listener.class)).isFalse();
        assertThat(types.allows(HeirOfListener.class)).isFalse();
        assertThat(file).doesNotExist();
    }

    @Test
    void neverAllowsALambda() {
        Runnable lambda = () -> {};
        assertThat(types.allows(lambda.getClass())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tcp://127.0.0.1:0", "tcp://localhost:5739", "tcp://[::1]:0", "unix:/run/a.sock", "inprocess://a"
            })
    void listensOnThisHost(String address) {
        learning.requireLocal(URI.create(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://0.0.0.0:0", "tcp://[::]:5739", "tcp://192.0.2.1:5739", "http://127.0.0.1:80"})
    void listensForNoOtherHost(String address) {
        assertThatThrownBy(() -> learning.requireLocal(URI.create(address)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(address)
                .hasMessageContaining("-Dwherry.learn");
    }

    @Test
    void connectsToThisHost() throws IOException {
        for (Identity peer : List.of(
                address("127.0.0.1"),
                address("0:0:0:0:0:0:0:1"),
                Identity.of(Identity.UNIX, "uid 1000"),
                Identity.THIS_JVM)) {
            learning.requireLocal(peer);
        }
    }

    private static Identity address(String ip) {
        return new Identity(Identity.ADDRESS, ip + ":4000", Map.of(Identity.IP, ip));
    }

    @Test
    void connectsToNoOtherHost() {
        for (Identity peer :
                List.of(address("192.0.2.1"), Identity.of(Identity.ADDRESS, null), Identity.of("key", "ann"))) {
            assertThatThrownBy(() -> learning.requireLocal(peer))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("-Dwherry.learn");
        }
    }
}
