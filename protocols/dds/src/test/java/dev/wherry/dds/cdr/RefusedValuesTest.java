package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.types.Representation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Values that cannot be sent are refused with their path. */
@NullUnmarked
class RefusedValuesTest {
    record Order(String name, List<Item> items, Map<String, Item> byName, Integer maybe, BigDecimal exact) {}

    record Item(String name) {}

    static class Open {
        int one;
    }

    static class Extended extends Open {}

    record HasOpen(Open open) {}

    record Big(BigInteger number) {}

    private static Order order(String name, List<Item> items, Map<String, Item> byName) {
        return new Order(name, items, byName, null, BigDecimal.ONE);
    }

    private static void refuses(Object value, String message) {
        for (Representation representation : Representation.values()) {
            assertThatThrownBy(() -> Samples.codec(value.getClass()).encode(value, representation))
                    .isInstanceOf(CdrException.class)
                    .hasMessageStartingWith(message);
        }
    }

    @Test
    void sendsNullOnlyWhereTheMemberIsOptional() {
        Order order = order("a", List.of(new Item("b")), Map.of());
        byte[] bytes = Samples.codec(Order.class).encode(order, Representation.XCDR2);
        assertThat(Samples.decode(Order.class, bytes)).isEqualTo(order);
    }

    @Test
    void refusesNullWithItsPath() {
        refuses(order(null, List.of(), Map.of()), "Order.name: null, where there must be a value");
        refuses(order("a", null, Map.of()), "Order.items: null");
        refuses(order("a", Arrays.asList(new Item("b"), null), Map.of()), "Order.items[1]: null");
        refuses(order("a", List.of(new Item(null)), Map.of()), "Order.items[0].name: null");
        Map<String, Item> byName = new HashMap<>();
        byName.put("a", null);
        refuses(order("a", List.of(), byName), "Order.byName[0].value: null");
        assertThatThrownBy(() -> Samples.codec(Order.class).encode(1, Representation.XCDR1))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("Order: a java.lang.Integer, where a ");
    }

    @Test
    void refusesTextsThatOtherLanguagesCannotRead() {
        refuses(new Item("a\0b"), "Item.name: the text has the character NUL");
        refuses(new Item("a\uD83D"), "Item.name: the text has half of a surrogate pair");
        refuses(new Item("\uDE00a"), "Item.name: the text has half of a surrogate pair");
    }

    @Test
    void refusesAnObjectOfASubclass() {
        refuses(new HasOpen(new Extended()), "HasOpen.open: a " + Extended.class.getName() + ", where a ");
    }

    @Test
    void refusesNumbersThatTakeLongToRead() {
        refuses(
                new Big(BigInteger.ONE.shiftLeft(100_000)),
                "Big.number: the BigInteger cannot be sent: the number has more");
        refuses(
                new Order("a", List.of(), Map.of(), 1, new BigDecimal("1E+999999")),
                "Order.exact: the BigDecimal cannot be sent: the exponent");
    }
}
