package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Types;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Sorted containers of codecs that use a library. Such a codec reads the container separately from its holder, and
 * refuses one that refers back to the holder.
 */
class SortedGroupsTest {
    private static final Types TYPES = new AllowedTypes(
            SortedKeys.class,
            false,
            HashingKeys.HashesTwo.class,
            HashingKeys.ThreeFields.class,
            HashingKeys.ByThird.class);

    /** Sorting the members does not hash them. */
    @TestFactory
    Stream<DynamicTest> carriesMembersThatReferToTheirHashingGroup() {
        return Stream.of(new CompactCodec(), new JavaCodec())
                .flatMap(codec -> SortedKeys.groups().entrySet().stream()
                        .map(each -> DynamicTest.dynamicTest(
                                each.getKey() + " with codec " + codec.name(), () -> arrives(codec, each.getValue()))));
    }

    private static void arrives(Codec codec, HashingKeys.HashesTwo group) {
        Coder coder = codec.coder(new Declared(Object.class, "a group"), TYPES);
        HashingKeys.HashesTwo arrived =
                (HashingKeys.HashesTwo) Message.encode(coder, group).arrived().decode(coder);
        assertThat(members(arrived.first))
                .hasSameSizeAs(members(group.first))
                .allSatisfy(member ->
                        assertThat(((HashingKeys.ThreeFields) member).first).isSameAs(arrived));
    }

    private static Collection<?> members(Object container) {
        return container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
    }
}
