package acme.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import acme.closed.Secret;
import dev.wherry.CallException;
import dev.wherry.Endpoint;
import org.junit.jupiter.api.Test;

/** Values of a package that this module does not open, sent to and from a server in another JVM. */
class VaultTest {
    @Test
    void getsAFailureThatNamesThePackageAndContinues() {
        try (Endpoint client = Endpoint.create()) {
            Vault vault = client.lookup(System.getProperty("vault") + "/vault", Vault.class);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> vault.keep(new Secret("mine")))
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CODEC))
                        .hasMessageContaining("acme.closed.Secret")
                        .hasMessageContaining("opens acme.closed to dev.wherry");
                assertThat(vault.add(i)).isEqualTo(i + 1);
                assertThatThrownBy(vault::secret)
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CODEC))
                        .hasMessageContaining("opens acme.closed to dev.wherry");
                assertThat(vault.add(i)).isEqualTo(i + 1);
            }
            assertThat(client.statistics().sessions()).as("number of sessions").isEqualTo(1);
        }
    }
}
