package acme.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import acme.closed.Secret;
import dev.wherry.Endpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages that a module must open, and those that it need not open. */
class ShopTest {
    @Test
    void isAModule() {
        assertThat(ShopTest.class.getModule().isNamed()).isTrue();
        assertThat(Endpoint.class.getModule().isNamed()).isTrue();
    }

    @Test
    void needsNoOpenPackageForExportedPublicRecords() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("shop", Shop.class, word -> List.of(new Shop.Article(word, 250)));
            Shop shop = client.lookup(server.address() + "/shop", Shop.class);
            for (int i = 0; i < 300; i++) { // so many calls that code is generated
                assertThat(shop.search("tea")).containsExactly(new Shop.Article("tea", 250));
            }
        }
    }

    @Test
    void getsAFailureThatNamesThePackageToOpen() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            assertThatThrownBy(() -> {
                        server.bind("back", Shop.Back.class, () -> new Secret("x"));
                        client.lookup(server.address() + "/back", Shop.Back.class)
                                .secret();
                    })
                    .hasMessageContaining("acme.closed")
                    .hasMessageContaining("opens acme.closed to dev.wherry");
        }
    }
}
