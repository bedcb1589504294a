package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testsupport.ChildProgram;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References that nobody reads are given back, and only so many are given. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UnreadReferencesTest {
    @ByReference
    public interface Tick {
        int tick();
    }

    /** Arrives without what cannot travel. */
    public static final class Partly extends Exception {
        private static final long serialVersionUID = 1;
        final Tick a;
        final Object b = new Thread();

        Partly(Tick a) {
            this.a = a;
        }
    }

    /** Can arrive only in words. */
    public static final class Stuck extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Tick a;

        Stuck(Tick a) {
            this.a = a;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(a);
            out.writeObject(new Thread());
        }
    }

    public interface Depot {
        Tick make();

        int take(Rough.Brittle brittle, Tick tick);

        void lose() throws Partly;

        void stick() throws Stuck;

        /** How many are referred to that were made. */
        int made();
    }

    private static final class Served implements Depot {
        private final EndpointEngine engine;

        Served(EndpointEngine engine) {
            this.engine = engine;
        }

        @Override
        public Tick make() {
            return new Tick() {
                @Override
                public int tick() {
                    return 7;
                }
            };
        }

        @Override
        public int take(Rough.Brittle brittle, Tick tick) {
            return tick.tick();
        }

        @Override
        public void lose() throws Partly {
            throw new Partly(make());
        }

        @Override
        public void stick() throws Stuck {
            throw new Stuck(make());
        }

        @Override
        public int made() {
            return engine.statistics().exports();
        }
    }

    private static Depot depot(Pair pair) {
        pair.server.bind("depot", Depot.class, new Served(pair.server));
        return pair.client.connections().lookup(Address.with(pair.address, "depot"), Depot.class);
    }

    private static Pair pair(int lanes, Limits limits) {
        EndpointOptions options =
                EndpointOptions.builder().lanes(lanes).limits(limits).build();
        return new Pair("tcp", options, options);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isRefusedOneMoreThanTheLimit(int lanes) {
        try (Pair pair = pair(lanes, Limits.builder().references(3).build())) {
            pair.openLanes(lanes);
            Depot depot = depot(pair);
            List<Tick> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                held.add(depot.make());
            }
            CallException refused = catchThrowableOfType(CallException.class, depot::make);
            assertThat(refused.code()).as(refused.getMessage()).isEqualTo(Code.REFUSED);
            assertThat(refused).hasMessageContaining("'references'");
            assertThat(held).allSatisfy(each -> assertThat(each.tick()).isEqualTo(7));
            Calls.release(held.removeLast());
            Pair.until("there is capacity again", () -> pair.server.statistics().exports() == 2);
            held.add(depot.make());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void areGivenBackWhenACallIsDecodedInPart(int lanes) {
        try (Pair pair = pair(lanes, Limits.defaults())) {
            pair.openLanes(lanes);
            Depot depot = depot(pair);
            Tick tick = () -> 1;
            for (int i = 0; i < 4; i++) {
                Rough.Brittle brittle = Rough.Brittle.safely(i);
                assertThatThrownBy(() -> depot.take(brittle, tick)).isInstanceOf(CallException.class);
            }
            Pair.until("nothing is exported", () -> pair.client.statistics().exports() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void areCountedOnceWhenAFailureGoesWithoutAField(int lanes) {
        try (Pair pair = pair(lanes, Limits.defaults())) {
            pair.openLanes(lanes);
            Depot depot = depot(pair);
            assertThatThrownBy(depot::lose).isInstanceOfSatisfying(Partly.class, partly -> {
                assertThat(partly.b).isNull();
                assertThat(pair.server.statistics().exports()).isOne();
                Calls.release(partly.a);
                Pair.until("it is given back", () -> pair.server.statistics().exports() == 0);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void areGivenBackWhenAFailureFallsBackToWords(int lanes) {
        try (Pair pair = pair(lanes, Limits.defaults())) {
            pair.openLanes(lanes);
            Depot depot = depot(pair);
            assertThatThrownBy(depot::stick).isInstanceOf(CallException.class).hasMessageContaining("Stuck");
            assertThat(pair.server.statistics().exports()).isZero();
        }
    }

    @Test
    void areGivenBackWhenNobodyWaitsForTheAnswer() {
        EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
        NarrowLink link = new NarrowLink(length -> length);
        Session session = AcceptedSession.create(
                engine, new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, 100, 1, "test"), link);
        try {
            Out reply = new Out(64);
            reply.size(70);
            int list = reply.size();
            reply.writeLongSize(5);
            reply.writeLongSize(1_001);
            reply.writeLongSize(5);
            reply.writeInt(reply.size() - list);
            session.receive(Frame.REPLY, Frame.REFERENCES, 77, new In(reply.copy()), false, 0);
            List<String> released = new ArrayList<>();
            byte[] bytes = link.taken.toByteArray();
            FrameParser.ofMain(engine.parts().inbound().share(), () -> {})
                    .parse(
                            new ReadBuffer(bytes, 0, bytes.length),
                            (type, flags, id, body) -> released.add(type + ":" + id + ":" + body.readSize()));
            assertThat(released).containsExactlyInAnyOrder(Frame.RELEASE + ":5:2", Frame.RELEASE + ":1001:1");
        } finally {
            engine.close(Duration.ZERO);
        }
    }

    /** The program is {@link ScarceAnswers}. On a busy machine it cannot always bring about what is tested. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(600)
    void areGivenBackWhereThereIsNoThreadToReadTheAnswer() throws Exception {
        try (Pair pair = pair(0, Limits.defaults())) {
            pair.server.bind("depot", Depot.class, new Served(pair.server));
            List<String> printed;
            int attempts = 0;
            do {
                printed = ChildProgram.runWithFewThreads(
                        List.of("-Djdk.virtualThreadScheduler.parallelism=" + ScarceAnswers.CARRIERS),
                        ScarceAnswers.class,
                        Address.with(pair.address, "depot").toString());
            } while (printed.contains(ScarceAnswers.NOT_SHOWN) && ++attempts < 20);
            assertThat(printed)
                    .filteredOn(line -> !line.contains("WARNING"))
                    .contains("before: 7", ScarceAnswers.FOUND, "given back", "exit 0");
        }
    }
}
