package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.tasks.Asks;
import dev.wherry.tasks.Hosts;
import dev.wherry.tasks.Probe;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions that were received are not sent again, in either direction. */
class WarmParcelsTest {
    private Endpoint server;
    private Endpoint client;
    private Forger forger;

    @BeforeEach
    void connects() {
        EndpointOptions options =
                EndpointOptions.builder().with(MobilityPolicy.acceptAnyone()).build();
        server = Hosts.listen(Hosts.without(MobilityPolicy.acceptAnyone(), Probe.class));
        client = Endpoint.create(options);
        forger = new Forger(client.connect(server.address().toString()));
    }

    @AfterEach
    void closes() {
        client.close();
        server.close();
    }

    @Test
    void haveNoAttachments() throws Throwable {
        assertThat(forger.send(forger.parcel(Probe.of("x")))).isEqualTo("done x");
        assertThat(forger.parcel(Probe.of("y")).attachments()).isNull();
    }

    @Test
    void haveNoneAfterOneThatCouldNotBePacked() throws Throwable {
        assertThatThrownBy(() -> forger.parcel(List.of(new Asks.Failing("x", Thread.currentThread()))))
                .isInstanceOf(CallException.class);
        for (int i = 0; i < 5; i++) {
            forger.send(forger.parcel(Probe.of("x")));
        }
        assertThat(forger.parcel(Probe.of("y")).attachments()).isNull();
    }

    @Test
    void haveNoneInAnswersOfTheHostsClasses() throws Throwable {
        for (int i = 0; i < 3; i++) {
            Parcel asks = forger.parcel(new Asks(i));
            assertThat(forger.answered(forger.reply(1, asks), asks)).isEqualTo(new Asks.Answer(i));
        }
        assertThat(forger.reply(1, forger.parcel(new Asks(3))).parcel().attachments())
                .isNull();
    }
}
