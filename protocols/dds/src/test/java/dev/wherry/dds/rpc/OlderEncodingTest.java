package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.dds.rpc.Services.Account;
import dev.wherry.dds.rpc.Services.Entry;
import dev.wherry.dds.rpc.Services.Ledger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls in XCDR1. */
class OlderEncodingTest {
    private final int domain = Services.domain();
    private final String name = Services.name();
    private final Ledger ledger = new Ledger();

    private static Endpoint older() {
        return Endpoint.create(Services.options(Services.dds().xcdr1()));
    }

    private void serve(Endpoint server) {
        server.bind(name, Account.class, ledger);
        server.listenAt("dds://" + domain);
    }

    private Account lookup(Endpoint client) {
        return client.lookup("dds://" + domain + "/" + name, Account.class);
    }

    @Test
    void passesValuesNullAndExceptions() throws Exception {
        try (Endpoint server = older();
                Endpoint client = older()) {
            serve(server);
            Account account = lookup(client);
            Entry entry = new Entry("text", Long.MAX_VALUE, List.of("a", "bc"));
            assertThat(account.echo(entry)).isEqualTo(entry);
            assertThat(account.orNull(null)).isNull();
            assertThat(account.orNull("b")).isEqualTo("b");
            account.withdraw(10);
            assertThatThrownBy(() -> account.withdraw(13))
                    .isInstanceOfSatisfying(
                            Services.Overdrawn.class, e -> assertThat(e.missing).isEqualTo(3));
        }
    }

    @Test
    void isRefusedByAServerWithTheNewerOne() {
        try (Endpoint server = Services.endpoint();
                Endpoint client = older()) {
            serve(server);
            assertThatThrownBy(() -> lookup(client))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                    .hasMessageContaining("data representation");
        }
    }
}
