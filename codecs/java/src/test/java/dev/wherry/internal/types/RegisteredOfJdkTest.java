package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import java.awt.geom.GeneralPath;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.net.UnixDomainSocketAddress;
import java.security.KeyPair;
import java.security.cert.CRLReason;
import java.security.cert.CertificateRevokedException;
import java.time.Clock;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class of the JDK that an endpoint registers travels, or is refused when it is registered, but never at the call. */
class RegisteredOfJdkTest {
    interface Echo {
        Object echo(Object value);
    }

    /** Of which a program can make no object without an object of its own that is a part of it, or without a connection. */
    private static final List<String> NOT_MADE = List.of(
            "java.lang.annotation.AnnotationTypeMismatchException",
            "java.lang.annotation.IncompleteAnnotationException",
            "java.text.Format$Field",
            "java.util.IllegalFormatException",
            "java.util.concurrent.StructuredTaskScope$FailedException",
            "java.util.concurrent.StructuredTaskScope$TimeoutException",
            "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "javax.net.ssl.HandshakeCompletedEvent",
            "javax.net.ssl.SSLSessionBindingEvent",
            "javax.security.auth.callback.UnsupportedCallbackException");

    private static Object echoed(Object value, EndpointOptions options) {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("echo", Echo.class, same -> same);
            return client.lookup(server.address() + "/echo", Echo.class).echo(value);
        }
    }

    private static void travels(Class<?> registered, String codec) throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .codecs(codec)
                .register(registered, JdkObjects.Sum.class)
                .build();
        for (Object value : JdkObjects.of(registered)) {
            assertThat(echoed(value, options)).hasSameClassAs(value);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void travelsWithTheInternalClassesBehindIt(String codec) throws Exception {
        for (Class<?> type : List.of(
                Clock.class,
                LongAccumulator.class,
                ReentrantReadWriteLock.ReadLock.class,
                Semaphore.class,
                UnixDomainSocketAddress.class,
                ZoneRules.class)) {
            travels(type, codec);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void travelsThoughItsSuperclassReadsIt(String codec) {
        EndpointOptions options = EndpointOptions.builder()
                .codecs(codec)
                .register(Path2D.Double.class, Path2D.Float.class, GeneralPath.class)
                .build();
        Rectangle2D square = new Rectangle2D.Double(1, 2, 3, 3);
        for (Path2D path : List.of(new Path2D.Double(square), new Path2D.Float(square), new GeneralPath(square))) {
            assertThat(echoed(path, options)).hasSameClassAs(path).isInstanceOfSatisfying(Path2D.class, read -> {
                assertThat(read.getBounds2D()).isEqualTo(square);
                assertThat(read.contains(2, 3)).isTrue();
            });
        }
    }

    static class Revoked extends CertificateRevokedException {
        final String by;

        Revoked(String by) {
            super(new Date(1), CRLReason.SUPERSEDED, new X500Principal("CN=a"), JdkObjects.extensions());
            this.by = by;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void travelsWithWhatItWritesBehindItsFields(String codec) throws Exception {
        travels(CertificateRevokedException.class, codec);
        EndpointOptions options = EndpointOptions.builder()
                .codecs(codec)
                .register(CertificateRevokedException.class, Revoked.class)
                .build();
        CertificateRevokedException sent = JdkObjects.revoked();
        sent.initCause(new IllegalStateException("the cause"));
        assertThat(echoed(sent, options)).isInstanceOfSatisfying(CertificateRevokedException.class, read -> {
            assertThat(read).hasMessage(sent.getMessage()).hasCauseInstanceOf(IllegalStateException.class);
            assertThat(read.getInvalidityDate())
                    .isEqualTo(sent.getInvalidityDate())
                    .isNotNull();
        });
        assertThat(echoed(new Revoked("ann"), options)).isInstanceOfSatisfying(Revoked.class, read -> {
            assertThat(read.by).isEqualTo("ann");
            assertThat(read.getRevocationReason()).isEqualTo(CRLReason.SUPERSEDED);
            assertThat(read.getExtensions())
                    .containsOnlyKeys(JdkObjects.extensions().keySet());
        });
    }

    interface Check {
        void check() throws CertificateRevokedException;
    }

    /** The class that is thrown is not known to the caller, and no other copies what its superclass writes. */
    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void isThrownAsCallExceptionIfItWritesMoreThanFields(String codec) {
        EndpointOptions options = EndpointOptions.builder()
                .codecs(codec)
                .register(CertificateRevokedException.class)
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("check", Check.class, () -> {
                throw new Revoked("ann");
            });
            Check stub = client.lookup(server.address() + "/check", Check.class);
            assertThatThrownBy(stub::check)
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(Revoked.class.getName());
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"java.base", "java.logging", "java.prefs", "java.rmi", "java.sql"})
    void travelsOrIsRefusedWhenItIsRegistered(String module) throws Exception {
        List<String> notMade = new ArrayList<>();
        for (Class<?> type : JdkObjects.types(module)) {
            if (JdkTypes.find(type.getName()) != null || !JdkRegistrations.allows(type)) {
                continue;
            }
            if (!Modifier.isAbstract(type.getModifiers())
                    && !type.isEnum()
                    && JdkObjects.of(type).isEmpty()) {
                notMade.add(type.getName());
            }
            travels(type, "compact");
            travels(type, "java");
        }
        assertThat(NOT_MADE).containsAll(notMade);
    }

    @RegisterTypes(KeyPair.class)
    interface OfKeys {}

    @Test
    void isRefusedWithWhatToDoWhereItsObjectsAreInternal() throws Exception {
        for (Class<?> type : List.of(KeyPair.class, KeyPair[].class)) {
            assertThatThrownBy(() -> EndpointOptions.builder().register(type).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("java.security.KeyPair cannot be registered", "encoded bytes");
        }
        assertThatThrownBy(() -> TypeClosure.of(OfKeys.class, EndpointOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.security.KeyPair cannot be registered");
        for (String name : JdkRegistrations.internal()) {
            Class<?> type = Class.forName(name);
            assertThat(type).isAssignableTo(Serializable.class);
            assertThat(JdkTypes.isHarmless(type)).isTrue();
        }
    }

    @Test
    void isNamedWhereAnInternalClassOfItIsMet() {
        Class<?> internal = Clock.systemUTC().getClass();
        assertThat(TypeClosure.of(Echo.class, EndpointOptions.defaults()).refusal(internal))
                .hasMessageContaining("Add java.time.Clock, which it is a part of:")
                .hasMessageContaining("register(java.time.Clock.class)");
        assertThatThrownBy(() -> EndpointOptions.builder().register(internal).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Register java.time.Clock instead");
    }

    @Test
    void bringsNothingThatIsNotAPartOfIt() {
        TypeClosure types = TypeClosure.of(
                Echo.class, EndpointOptions.builder().register(Clock.class).build());
        assertThat(types.listed())
                .isNotEmpty()
                .allMatch(type -> type.getNestHost() == Clock.class || !JdkTypes.defines(type));
        assertThat(types.allows(Semaphore.class)).isFalse();
    }
}
