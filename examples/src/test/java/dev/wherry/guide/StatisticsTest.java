package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Statistics of an endpoint. The guide shows the regions. */
class StatisticsTest {
    /** An interface to call. */
    public interface Sums {
        int add(int a, int b);
    }

    @Test
    void returnsTheStatisticsOfAPeer() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("sums", Sums.class, Integer::sum);
            // @start region=peer
            Peer peer = client.connect(server.address().toString());
            EndpointStatistics before = peer.statistics();
            Sums sums = peer.lookup("sums", Sums.class);
            for (int i = 0; i < 1_000; i++) {
                sums.add(i, 1);
            }
            MethodStatistics add = peer.statistics().since(before).methods().getFirst();
            Duration p99 = add.times().percentile(0.99);
            // @end
            assertThat(add.calls()).isEqualTo(1_000);
            assertThat(p99).isPositive();

            // @start region=explain
            CallTrace trace = peer.explain(sums, each -> each.add(1, 2));
            // @end
            assertThat(trace.total()).isPositive();
        }
    }

    @Test
    void refusesStatisticsToPeers() {
        // @start region=refuse
        EndpointOptions silent = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    if (call.target().equals("the registry")
                            && call.method().getName().equals("statistics")) {
                        throw new CallException(Code.REFUSED, "Statistics are not public here");
                    }
                })
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", silent);
                Endpoint client = Endpoint.create()) {
            Peer peer = client.connect(server.address().toString());

            assertThat(catchThrowableOfType(CallException.class, peer::statistics)
                            .code())
                    .isEqualTo(Code.REFUSED);
        }
    }
}
