package dev.wherry.dds.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.Bound;
import dev.wherry.dds.Case;
import dev.wherry.dds.Discriminator;
import dev.wherry.dds.Length;
import dev.wherry.dds.Name;
import dev.wherry.dds.Narrow;
import dev.wherry.dds.Signed;
import dev.wherry.dds.Unsigned;
import dev.wherry.dds.Value;
import dev.wherry.dds.types.DataType.Array;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Sequence;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Text;
import dev.wherry.dds.types.DataType.Union;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types that annotations choose. */
@NullMarked
class RefinedTypesTest {
    enum Level {
        LOW,
        @Value(7)
        HIGH,
        @Name("higher")
        HIGHER
    }

    @Name("shop::Quote")
    record Numbers(
            @Signed byte small,
            @Unsigned byte octet,
            @Unsigned short medium,
            @Unsigned int large,
            @Unsigned long larger,
            @Name("class") @Narrow char letter) {}

    record Containers(
            @Bound(8) String symbol,
            @Bound(2) List<@Bound(3) String> names,
            @Unsigned int @Bound(4) [] numbers,
            double @Length(2) [] @Length(3) [] matrix,
            Optional<@Unsigned Integer> maybe,
            @Bound(5) Map<String, @Unsigned Long> amounts) {}

    @Discriminator(Level.class)
    sealed interface Choice {}

    @Case({0, 7})
    record Amount(@Unsigned int amount) implements Choice {}

    @Case
    record Other(@Name("the_other") byte other) implements Choice {}

    record WrongText(@Unsigned String text) {}

    record WrongArray(@Bound(3) byte[] octets) {}

    record WrongLength(@Length(3) List<Byte> octets) {}

    record Zero(@Bound(0) String text) {}

    record WrongName(@Name("a b") int a) {}

    enum Twice {
        @Value(1)
        ONE,
        @Value(1)
        OTHER
    }

    @Discriminator(boolean.class)
    sealed interface WrongLabel {}

    @Case(2)
    record Two(int two) implements WrongLabel {}

    sealed interface HalfLabelled {}

    @Case(2)
    record Labelled(int two) implements HalfLabelled {}

    record Unlabelled(int three) implements HalfLabelled {}

    private static List<DataType> types(Class<?> type) throws UnsupportedTypeException {
        return ((Structure) JavaTypesTest.dataType(type))
                .members().stream().map(Structure.Member::type).toList();
    }

    @Test
    void mapsAnnotatedNumbersToTheOtherTypesOfTheirSize() throws UnsupportedTypeException {
        assertThat(types(Numbers.class))
                .containsExactly(
                        Primitive.INT8,
                        Primitive.UINT8,
                        Primitive.UINT16,
                        Primitive.UINT32,
                        Primitive.UINT64,
                        Primitive.CHAR8);
    }

    @Test
    void takesNamesFromAnnotations() throws UnsupportedTypeException {
        Structure numbers = (Structure) JavaTypesTest.dataType(Numbers.class);
        assertThat(numbers.name()).isEqualTo("shop::Quote");
        assertThat(numbers.members().getLast().name()).isEqualTo("class");
    }

    @Test
    void limitsTextsAndContainersWherverTheyStand() throws UnsupportedTypeException {
        List<DataType> types = types(Containers.class);
        assertThat(types.subList(0, 5))
                .containsExactly(
                        new Text(8),
                        new Sequence(new Text(3), 2),
                        new Sequence(Primitive.UINT32, 4),
                        new Array(new Array(Primitive.FLOAT64, 3), 2),
                        Primitive.UINT32);
        assertThat(((Sequence) types.get(5)).bound()).isEqualTo(5);
    }

    @Test
    void numbersConstantsFromTheLastSetValue() throws UnsupportedTypeException {
        assertThat(((Enumeration) JavaTypesTest.dataType(Level.class)).literals())
                .containsExactly(
                        new Enumeration.Literal("LOW", 0),
                        new Enumeration.Literal("HIGH", 7),
                        new Enumeration.Literal("higher", 8));
    }

    @Test
    void mapsRecordsWithLabelsToTheCasesOfAUnion() throws UnsupportedTypeException {
        Union union = (Union) JavaTypesTest.dataType(Choice.class);
        assertThat(union.discriminator()).isEqualTo(JavaTypesTest.dataType(Level.class));
        assertThat(union.cases())
                .containsExactly(
                        new Union.Case("amount", 1, Primitive.UINT32, List.of(0, 7)),
                        new Union.Case("the_other", 2, Primitive.BYTE, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WrongText.class,
                WrongArray.class,
                WrongLength.class,
                Zero.class,
                WrongName.class,
                Twice.class,
                WrongLabel.class,
                HalfLabelled.class
            })
    void refusesAnAnnotationThatDoesNotFit(Class<?> type) {
        assertThatThrownBy(() -> new JavaTypes().of(type)).isInstanceOf(UnsupportedTypeException.class);
    }
}
