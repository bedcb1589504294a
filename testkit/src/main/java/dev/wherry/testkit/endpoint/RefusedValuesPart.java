package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.CODEC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.codec.SharedSets;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Overdrawn;
import java.io.ByteArrayInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values that may not travel are refused at once, and affect no other call. */
interface RefusedValuesPart extends Part {
    /** Returns an object of another class, where the declared type is open. */
    final class Giving extends Echoing {
        private final Object given;

        Giving(Object given) {
            this.given = given;
        }

        @Override
        public Object any(@Nullable Object value) {
            return given;
        }
    }

    @Test
    default void refusesArgumentsThatMayNotTravelAndNamesThem() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        for (Object bad : List.of(
                new Thread(), new CountDownLatch(1), new ByteArrayInputStream(new byte[1]), new Overdrawn(1), (Runnable)
                        () -> {})) {
            CallException failure = Failing.withCode(CODEC, () -> stub.any(List.of("fine", bad)));
            assertThat(failure).hasMessageContaining("any");
            assertThat(stub.any("afterwards")).isEqualTo("afterwards");
        }
        assertThat(Failing.withCode(CODEC, () -> stub.any(new Thread()))).hasMessageContaining("java.lang.Thread");
        assertThat(fixture().client().statistics().sessions())
                .as("number of sessions")
                .isEqualTo(1);
    }

    @Test
    default void answersAtOnceWhenAResultCannotBeEncoded() {
        Echo stub = fixture().serve(Echo.class, new Giving(List.of("fine", new Thread())));
        CallException failure = Failing.withCode(CODEC, () -> stub.any(1));
        assertThat(failure).hasMessageContaining("java.lang.Thread");
        assertThat(stub.text("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void namesTheCodeThatWouldAllowAClass() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        assertThat(Failing.withCode(CODEC, () -> stub.any(new Unlisted(1))))
                .hasMessageContaining(Unlisted.class.getName())
                .hasMessageContaining("register");
    }

    /** A value that is not registered. */
    record Unlisted(int number) implements Serializable {}

    /** Registered at one side only; the other side refuses it. */
    @Test
    default void refusesAClassThatOnlyThePeerAllows() {
        Echo stub = fixture()
                .serve(
                        fixture().server(),
                        fixture()
                                .create(fixture().options().toBuilder()
                                        .register(Overdrawn.class)
                                        .build()),
                        Echo.class,
                        new Echoing());
        assertThat(Failing.withCode(CODEC, () -> stub.any(new Overdrawn(1))))
                .hasMessageContaining(Overdrawn.class.getName());
        assertThat(stub.any("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void carriesAClassThatBothSidesRegister() {
        EndpointOptions options =
                fixture().options().toBuilder().register(Overdrawn.class).build();
        Echo stub = fixture().serve(fixture().listen(options), fixture().create(options), Echo.class, new Echoing());
        assertThat(stub.any(new Overdrawn(4)))
                .isInstanceOfSatisfying(
                        Overdrawn.class, e -> assertThat(e.missing()).isEqualTo(4));
        EndpointOptions byPackage = fixture().options().toBuilder()
                .registerPackage(Overdrawn.class.getPackageName())
                .build();
        Echo other =
                fixture().serve(fixture().listen(byPackage), fixture().create(byPackage), Echo.class, new Echoing());
        assertThat(other.any(new Overdrawn(4))).isInstanceOf(Overdrawn.class);
    }

    @Test
    default void namesTheLimitThatAMessageExceeds() {
        EndpointOptions options = fixture().options();
        EndpointOptions small = options.toBuilder()
                .limits(Limits.builder().messageBytes(100_000).build())
                .build();
        Echo atServer = fixture().serve(fixture().listen(small), fixture().create(options), Echo.class, new Echoing());
        assertThat(Failing.thrownBy(() -> atServer.bytes(new byte[200_000])))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("messageBytes");
        assertThat(atServer.bytes(new byte[50_000])).hasSize(50_000);
        Echo atClient = fixture()
                .serve(fixture().listen(options), fixture().create(small), Echo.class, new Giving(new byte[200_000]));
        assertThat(Failing.thrownBy(() -> atClient.any(1)))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("messageBytes");
        assertThat(atClient.text("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void refusesGraphsThatAreTooDeep() {
        EndpointOptions shallow = fixture().options().toBuilder()
                .limits(Limits.builder().graphDepth(50).graphObjects(1000).build())
                .build();
        Echo stub = fixture()
                .serve(fixture().listen(shallow), fixture().create(fixture().options()), Echo.class, new Echoing());
        assertThat(Failing.withCode(CODEC, () -> stub.any(nested(100)))).hasMessageContaining("graphDepth");
        assertThat(stub.any(nested(10))).isEqualTo(nested(10));
    }

    private static List<Object> nested(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            list = new ArrayList<>(List.of(list));
        }
        return list;
    }

    @Test
    default void refusesGraphsOfTooManyObjects() {
        EndpointOptions few = fixture().options().toBuilder()
                .limits(Limits.builder().graphDepth(50).graphObjects(1000).build())
                .build();
        Echo stub = fixture()
                .serve(fixture().listen(few), fixture().create(fixture().options()), Echo.class, new Echoing());
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            many.add(new ArrayList<>());
        }
        assertThat(Failing.withCode(CODEC, () -> stub.any(many))).hasMessageContaining("graphObjects");
        assertThat(stub.text("afterwards")).isEqualTo("afterwards");
    }

    /** Each level holds the one below twice: a codec without care would visit 2^40 elements. */
    @Test
    default void refusesDeeplyNestedSharedSets() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        assertThat(Failing.withCode(CODEC, () -> stub.any(SharedSets.nested(40))))
                .hasMessageContaining("graphObjects");
        assertThat(stub.text("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void carriesCyclesOfContainersWhereTheTypeIsOpen() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        List<Object> self = new ArrayList<>();
        self.add(self);
        assertThat(stub.any(self))
                .isNotSameAs(self)
                .isInstanceOfSatisfying(
                        List.class, list -> assertThat(list.get(0)).isSameAs(list));
        assertThat(stub.any("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void refusesCyclesThroughRecordsAndNamesThePath() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        List<Object> held = new ArrayList<>();
        List<Object> immutable = List.of(1, 2, held);
        held.add(immutable);
        assertThat(Failing.withCode(CODEC, () -> stub.any(immutable)))
                .hasMessageContaining("cycle")
                .hasMessageContaining("[2][0]");
        assertThat(stub.any("afterwards")).isEqualTo("afterwards");
    }
}
