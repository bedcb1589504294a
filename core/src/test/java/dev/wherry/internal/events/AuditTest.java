package dev.wherry.internal.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import dev.wherry.testsupport.LogRecorder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static Identity at(String ip, int port) {
        return new Identity(Identity.ADDRESS, ip + ":" + port, Map.of(Identity.IP, ip));
    }

    private static void refuse(Identity peer, String target, String method) {
        Audit.record(true, peer, peer, target, method, "REFUSED");
    }

    @Test
    void letsNoSourceHideTheRefusalsOfAnother() {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            for (int port = 1; port <= 2_000; port++) {
                refuse(at("192.0.2.1", port), "bank", "ping");
            }
            for (int port = 1; port <= 10; port++) {
                refuse(at("192.0.2.2", port), "bank", "ping");
            }

            List<String> lines = log.texts().toList();
            assertThat(lines).filteredOn(line -> line.contains("192.0.2.2")).hasSize(10);
            assertThat(lines).filteredOn(line -> line.contains("192.0.2.1")).hasSizeLessThan(1_000);
        }
    }

    @Test
    void quotesNamesThatCouldBeSeveralFields() {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            Identity forger = Identity.of("token", "ann target=bank method=\"Bank.balance\" \\");
            refuse(forger, "the registry", "Bank.ping");
            refuse(Identity.of("token", "ann"), "bank", "Bank.ping");

            assertThat(log.texts()
                            .map(text -> text.substring(text.indexOf("REFUSED")).strip()))
                    .containsExactly(
                            "REFUSED identity=\"token:ann target=bank method=\\\"Bank.balance\\\" \\\\\""
                                    + " target=\"the registry\" method=Bank.ping",
                            "REFUSED identity=token:ann target=bank method=Bank.ping");
        }
    }

    @Test
    void logsALimitedNumberOfSources() {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            long begun = System.nanoTime();
            for (int i = 0; i < 20_000; i++) {
                refuse(at("10.0." + i / 250 + "." + i % 250, 1), "bank", "ping");
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) + 2;
            assertThat(log.texts().count()).isLessThanOrEqualTo(256 * 20 * seconds);
        }
    }
}
