package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.dds.Replication;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.Replicas.Recorder;
import dev.wherry.dds.rpc.Replicas.Replica;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A participant that is no server offers replies with a larger strength. */
class ClaimedRepliesTest {
    private final int domain = Services.domain();
    private final String name = Services.name();

    @Test
    void endCallsInTimeWithTheNumberOfServers() throws Exception {
        CallTypes types = CallTypes.of(Recorder.class, new JavaTypes());
        Qos claim =
                ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(20), Representation.XCDR2).toBuilder()
                        .ownership(Qos.Ownership.EXCLUSIVE)
                        .strength(1_000)
                        .build();
        try (Endpoint server = Replicas.endpoint(Replication.exclusive(1));
                Endpoint client = Replicas.endpoint(Replication.exclusive(0))) {
            server.bind(name, Recorder.class, new Replica(1));
            server.listenAt("dds://" + domain);
            Recorder stub = Calls.with(
                    client.lookup("dds://" + domain + "/" + name, Recorder.class),
                    CallOptions.ofTimeout(Duration.ofMillis(500)));
            try (Participant stranger = CycloneEngine.load()
                            .open(domain, Services.dds().build().configuration());
                    Writer replies =
                            stranger.writer(stranger.topic(name + "_Reply", types.replyType(), claim), claim)) {
                CdrWriter reply = new CdrWriter();
                new CallCodec(types, Representation.XCDR2)
                        .writeCode(reply, new SampleIdentity(1, 2, 3), RemoteExceptionCode.UNSUPPORTED);
                Polling.until("the stranger owns the replies", () -> {
                    replies.write(reply.array(), 0, reply.size());
                    CallException failure = failure(stub);
                    return failure != null && failure.getMessage().contains("2 servers offer replies");
                });
                assertThat(failure(stub))
                        .extracting(CallException::code)
                        .isEqualTo(CallException.Code.DEADLINE_EXCEEDED);
            }
            Polling.until("calls are answered again", () -> failure(stub) == null);
        }
    }

    private static @Nullable CallException failure(Recorder stub) {
        try {
            stub.run(1);
            return null;
        } catch (CallException e) {
            return e;
        }
    }
}
