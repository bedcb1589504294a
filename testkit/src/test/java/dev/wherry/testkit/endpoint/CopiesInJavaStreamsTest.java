package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.CopiedRemoteObjectsPart.Open;
import dev.wherry.testkit.endpoint.CopiedRemoteObjectsPart.Price;
import dev.wherry.testkit.endpoint.CopiedRemoteObjectsPart.Shop;
import java.rmi.MarshalException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Copies of remote objects by codec {@code java}, which writes one object stream per call, in which each object occurs
 * once.
 */
class CopiesInJavaStreamsTest {
    private final EndpointOptions options =
            EndpointOptions.builder().codecs("java").build();
    private final Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
    private final Endpoint client = Endpoint.create(options);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Shop shop() {
        server.bind("shop", Shop.class, new Open());
        return client.lookup(server.address() + "/shop", Shop.class);
    }

    @Test
    void refusesToCopyAnObjectThatAnEarlierParameterReferences() throws Exception {
        Shop shop = shop();
        Price price = new Price(7, null);
        assertThatThrownBy(() -> shop.byBoth(price, price))
                .isInstanceOf(MarshalException.class)
                .hasMessageContaining("went by reference in an earlier parameter");
        assertThat(shop.byBoth(price, new Price(8, null))).as("the next call").isEqualTo(7 + 108);
    }

    @Test
    void copiesWithinCopiesUpToALimit() throws Exception {
        Shop shop = shop();
        assertThat(shop.byClass(chain(90))).isEqualTo(101);
        assertThatThrownBy(() -> shop.byClass(chain(110)))
                .isInstanceOf(MarshalException.class)
                .hasMessageContaining("nested more than 100 deep");
    }

    private static Price chain(int length) {
        Price first = new Price(1, null);
        for (int i = 1; i < length; i++) {
            first = new Price(1, first);
        }
        return first;
    }
}
