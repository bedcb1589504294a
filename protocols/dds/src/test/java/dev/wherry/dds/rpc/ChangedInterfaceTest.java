package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.dds.Name;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and servers with different versions of one interface. */
class ChangedInterfaceTest {
    private final int domain = Services.domain();
    private final String name = Services.name();

    @Name("shop::Order")
    record Order(String item) {}

    @Name("shop::Order")
    record LargerOrder(String item, Optional<String> note) {}

    @Name("shop::Shop")
    interface Shop {
        Order buy(Order order);
    }

    @Name("shop::Shop")
    interface ShopOfLargerOrders {
        LargerOrder buy(LargerOrder order);
    }

    @Name("shop::Shop")
    interface ShopWithOneMethodMore {
        Order buy(Order order);

        void close();
    }

    @Name("shop::Shop")
    interface ShopThatMayBeSoldOut {
        Order buy(Order order) throws SoldOut;
    }

    static final class SoldOut extends Exception {
        private static final long serialVersionUID = 1;
    }

    @Name("shop::Shop")
    interface ShopByNumber {
        Order buy(int number);
    }

    private <T> Endpoint serve(Class<T> type, T shop) {
        Endpoint server = Services.endpoint();
        server.bind(name, type, shop);
        server.listenAt("dds://" + domain);
        return server;
    }

    @Test
    void mayHaveRecordsWithMoreAtTheEnd() {
        try (Endpoint server = serve(ShopOfLargerOrders.class, order -> order);
                Endpoint client = Services.endpoint()) {
            Shop shop = client.lookup("dds://" + domain + "/" + name, Shop.class);
            assertThat(shop.buy(new Order("tea"))).isEqualTo(new Order("tea"));
        }
        try (Endpoint server = serve(Shop.class, order -> order);
                Endpoint client = Services.endpoint()) {
            ShopOfLargerOrders shop = client.lookup("dds://" + domain + "/" + name, ShopOfLargerOrders.class);
            assertThat(shop.buy(new LargerOrder("tea", Optional.of("green"))))
                    .isEqualTo(new LargerOrder("tea", Optional.empty()));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {ShopWithOneMethodMore.class, ShopThatMayBeSoldOut.class, ShopByNumber.class})
    void haveTheSameMethods(Class<?> other) {
        try (Endpoint server = serve(Shop.class, order -> order);
                Endpoint client = Services.endpoint()) {
            assertThatThrownBy(() -> client.lookup("dds://" + domain + "/" + name, other))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                    .hasMessageContaining("an interface with the same methods");
        }
    }
}
