package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests are written through the engine, so that the test knows when all of them wait. */
class PriorityTest {
    private static final int CALLS = 1_000;

    private final int domain = Services.domain();
    private final String name = Services.name();

    /** Operations of different priorities. */
    interface Ward {
        void usual(int number);

        @QualityOfService(priority = 10)
        void urgent();

        @QualityOfService(priority = -1)
        void idle();
    }

    /** Notes the order of the calls. The first one waits. */
    private static final class Nurse implements Ward {
        final List<String> order = new CopyOnWriteArrayList<>();
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void usual(int number) {
            order.add("usual " + number);
            begun.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void urgent() {
            order.add("urgent");
        }

        @Override
        public void idle() {
            order.add("idle");
        }
    }

    /** One pair of topics, written by hand. */
    private final class Channel {
        private final CallTypes types = CallTypes.of(Ward.class, new JavaTypes());
        private final CallCodec codec = new CallCodec(types, Representation.XCDR2);
        private final Writer requests;
        private final Reader replies;
        private long sequence;
        private long answered;

        Channel(Participant participant, Operation operation) throws Exception {
            Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(20), Representation.XCDR2);
            String full = operation == null ? name : name + ":" + operation.name();
            replies = participant.reader(participant.topic(full + "_Reply", types.replyType(), qos), qos, 1 << 20);
            requests = participant.writer(participant.topic(full + "_Request", types.requestType(), qos), qos);
            Polling.until("the ends find each other", () -> requests.matched() > 0 && replies.matched() > 0);
            untilReceived();
        }

        private SampleIdentity next() {
            ByteBuffer guid = ByteBuffer.wrap(requests.guid());
            return new SampleIdentity(guid.getLong(), guid.getLong(), ++sequence);
        }

        void send(String operation, Object... arguments) {
            CdrWriter request = new CdrWriter();
            codec.writeRequest(request, next(), name, operation(types, operation), arguments);
            requests.write(request.array(), 0, request.size());
        }

        /** Waits until all that was sent is received: requests without an operation are answered at once. */
        void untilReceived() {
            long first = sequence + 1;
            Polling.until("a probe is answered", () -> {
                CdrWriter probe = new CdrWriter();
                codec.writeProbe(probe, next(), name);
                requests.write(probe.array(), 0, probe.size());
                replies.take(
                        (payload, offset, length, info) -> {
                            SampleIdentity to = SampleIdentity.peek(payload, offset, length);
                            answered = to == null ? answered : Math.max(answered, to.sequence());
                        },
                        100);
                return answered >= first;
            });
        }
    }

    private static Operation operation(CallTypes types, String name) {
        return types.operations().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void startsTheMostUrgentOfTheWaitingCallsNext(DdsOptions.Threading policy) throws Exception {
        Nurse nurse = new Nurse();
        try (Endpoint server = Endpoint.create(
                        Services.options(Services.dds().threading(policy).poolSize(1)));
                Participant participant =
                        CycloneEngine.load().open(domain, Services.dds().build().configuration())) {
            server.bind(name, Ward.class, nurse);
            server.listenAt("dds://" + domain);
            CallTypes types = CallTypes.of(Ward.class, new JavaTypes());
            Channel shared = new Channel(participant, null);
            Channel idle = new Channel(participant, operation(types, "idle"));
            Channel urgent = new Channel(participant, operation(types, "urgent"));
            shared.send("usual", 0);
            nurse.begun.await();
            idle.send("idle");
            idle.untilReceived();
            for (int i = 1; i <= CALLS; i++) {
                shared.send("usual", i);
            }
            shared.untilReceived();
            urgent.send("urgent");
            urgent.untilReceived();
            assertThat(nurse.order).containsExactly("usual 0");
            nurse.released.countDown();
            Polling.until("all calls have run", () -> nurse.order.size() == CALLS + 3);
            assertThat(nurse.order.get(1)).isEqualTo("urgent");
            for (int i = 1; i <= CALLS; i++) {
                assertThat(nurse.order.get(i + 1)).isEqualTo("usual " + i);
            }
            assertThat(nurse.order.getLast()).isEqualTo("idle");
        }
    }
}
