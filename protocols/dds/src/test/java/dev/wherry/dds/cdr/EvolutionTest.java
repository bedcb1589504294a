package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.cdr.Samples.Side;
import dev.wherry.dds.types.Representation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Versions of a type with more and fewer members understand each other. */
@NullMarked
class EvolutionTest {
    record Old(int id, String name) {}

    record New(
            int id,
            String name,
            double price,
            String note,
            Optional<String> more,
            @Nullable Long limit,
            List<Integer> list,
            Set<String> set,
            int[] array,
            Side side,
            Nested nested,
            Choice choice,
            BigDecimal exact,
            boolean flag) {}

    record Nested(int a, String b) {}

    sealed interface Choice permits First, Second {}

    record First(int a) implements Choice {}

    record Second(int a) implements Choice {}

    record OldList(List<Old> all, int last) {}

    record NewList(List<New> all, int last) {}

    @Mutable
    record OldMutable(int id, String name) {}

    @Mutable
    record NewMutable(
            @Id(7) String before, List<String> more, @Id(1) String name) {}

    @Mutable
    record Keyed(@Key @Id(9) int key, String name) {}

    @Final
    record OldFinal(int id) {}

    @Final
    record NewFinal(int id, int more) {}

    record Checked(int id, String name, String needed) {
        Checked {
            if (needed.isEmpty()) {
                throw new IllegalArgumentException("needed");
            }
        }
    }

    private static New full() {
        return new New(
                1,
                "a",
                2,
                "b",
                Optional.of("c"),
                3L,
                List.of(4),
                Set.of("d"),
                new int[] {5},
                Side.SELL,
                new Nested(6, "e"),
                new Second(7),
                BigDecimal.TEN,
                true);
    }

    private static Object sent(Object value, Representation representation, Class<?> as) {
        return Samples.decode(as, Samples.codec(value.getClass()).encode(value, representation));
    }

    @ParameterizedTest
    @EnumSource
    void skipsMembersThatItDoesNotHave(Representation representation) {
        assertThat(sent(full(), representation, Old.class)).isEqualTo(new Old(1, "a"));
    }

    @ParameterizedTest
    @EnumSource
    void givesDefaultsToMembersThatAreNotThere(Representation representation) {
        assertThat(sent(new Old(1, "a"), representation, New.class))
                .usingRecursiveComparison()
                .isEqualTo(new New(
                        1,
                        "a",
                        0,
                        "",
                        Optional.empty(),
                        null,
                        List.of(),
                        Set.of(),
                        new int[0],
                        Side.BUY,
                        new Nested(0, ""),
                        new First(0),
                        BigDecimal.ZERO,
                        false));
    }

    @Test
    void evolvesElementsOfASequence() {
        OldList old = new OldList(List.of(new Old(1, "a"), new Old(2, "b")), 9);
        NewList read = (NewList) sent(old, Representation.XCDR2, NewList.class);
        assertThat(read.last()).isEqualTo(9);
        assertThat(read.all()).extracting(New::id).containsExactly(1, 2);
        assertThat(sent(read, Representation.XCDR2, OldList.class)).isEqualTo(old);
    }

    @ParameterizedTest
    @EnumSource
    void findsMutableMembersByTheirIds(Representation representation) {
        assertThat(sent(new OldMutable(5, "a"), representation, Renumbered.class))
                .isEqualTo(new Renumbered("a", 0));
        assertThat(sent(new NewMutable("x", List.of("y"), "a"), representation, Renumbered.class))
                .isEqualTo(new Renumbered("a", 0));
        assertThat(sent(new Renumbered("a", 3), representation, NewMutable.class))
                .isEqualTo(new NewMutable("", List.of(), "a"));
    }

    @Mutable
    record Renumbered(@Id(1) String name, @Id(5) int other) {}

    @ParameterizedTest
    @EnumSource
    void refusesAMutableValueWithoutItsKey(Representation representation) {
        assertThatThrownBy(() -> sent(new Renumbered("a", 1), representation, Keyed.class))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("Keyed.key: the member is part of the key, and is not there");
    }

    @Test
    void refusesAFinalValueThatIsTooShort() {
        assertThatThrownBy(() -> sent(new OldFinal(1), Representation.XCDR2, NewFinal.class))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("NewFinal.more: 4 bytes are needed, and 0 are left");
    }

    @Test
    void refusesDefaultsThatTheConstructorRefuses() {
        assertThatThrownBy(() -> sent(new Old(1, "a"), Representation.XCDR2, Checked.class))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("Checked: no Checked has these values");
    }
}
