package dev.wherry.dds.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.types.DataType.Array;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Sequence;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Text;
import dev.wherry.dds.types.DataType.Union;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The DDS types of Java types that can be sent. */
class JavaTypesTest {
    private static final String SCOPE = "dev::wherry::dds::types::JavaTypesTest_";

    record Scalars(
            boolean flag, byte octet, short small, int medium, long large, float single, double precise, char letter) {}

    record Texts(String text, BigDecimal exact, BigInteger big, LocalDate date) {}

    record Times(Instant at, Duration lasts, UUID id) {}

    record Containers(
            List<String> texts, Set<Integer> numbers, Collection<byte[]> blobs, int[][] matrix, String[] names) {}

    record Amounts(Map<String, Long> amounts, Map<Side, Optional<String>> notes) {}

    enum Side {
        BUY,
        SELL
    }

    @Final
    record Fixed(@Key String symbol, Side side) {}

    @Mutable
    record Changing(@Id(7) int first, int second, @Id(3) int third) {}

    record Empty() {}

    record Pair<A, B>(A first, B second) {}

    record Pairs(Pair<String, Side> one, Pair<Integer, List<Side>> other) {}

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    sealed interface Polygon extends Shape {}

    record Square(double side) implements Polygon {}

    static class Base {
        int first;
    }

    static final class Fields extends Base {
        String second = "";
        transient int ignored;
        static int shared;
    }

    @NullMarked
    record Marked(
            String text,
            @Nullable String note,
            Integer box,
            @Nullable Integer maybe,
            Optional<Side> side,
            OptionalInt n) {}

    @NullUnmarked
    record Unmarked(String text, Integer box, @Key Integer key, List<Integer> list) {}

    static DataType dataType(Type type) throws UnsupportedTypeException {
        return new JavaTypes().of(type).dataType();
    }

    private static Structure structure(Class<?> type) throws UnsupportedTypeException {
        return (Structure) dataType(type);
    }

    private static List<DataType> types(Class<?> type) throws UnsupportedTypeException {
        return structure(type).members().stream().map(Structure.Member::type).toList();
    }

    @Test
    void mapsPrimitiveTypesToThoseWithTheSameValues() throws UnsupportedTypeException {
        assertThat(types(Scalars.class))
                .containsExactly(
                        Primitive.BOOLEAN,
                        Primitive.BYTE,
                        Primitive.INT16,
                        Primitive.INT32,
                        Primitive.INT64,
                        Primitive.FLOAT32,
                        Primitive.FLOAT64,
                        Primitive.CHAR16);
    }

    @Test
    void mapsLargeNumbersAndDatesToText() throws UnsupportedTypeException {
        assertThat(types(Texts.class)).containsOnly(new Text(0)).hasSize(4);
    }

    @Test
    void mapsInstantsToSecondsAndNanosecondsAndUuidsToOctets() throws UnsupportedTypeException {
        List<DataType> types = types(Times.class);
        Structure instant = (Structure) types.get(0);
        assertThat(instant.name()).isEqualTo("wherry::Instant");
        assertThat(instant.members())
                .extracting(Structure.Member::type)
                .containsExactly(Primitive.INT64, Primitive.INT32);
        assertThat(types.get(2)).isEqualTo(new Array(Primitive.BYTE, 16));
    }

    @Test
    void mapsCollectionsAndArraysToSequences() throws UnsupportedTypeException {
        assertThat(types(Containers.class))
                .containsExactly(
                        new Sequence(new Text(0), 0),
                        new Sequence(Primitive.INT32, 0),
                        new Sequence(new Sequence(Primitive.BYTE, 0), 0),
                        new Sequence(new Sequence(Primitive.INT32, 0), 0),
                        new Sequence(new Text(0), 0));
    }

    @Test
    void mapsMapsToSequencesOfKeysAndValues() throws UnsupportedTypeException {
        List<DataType> types = types(Amounts.class);
        Structure entry = (Structure) ((Sequence) types.get(0)).element();
        assertThat(entry.name()).isEqualTo("wherry::Entry_String_Long");
        assertThat(entry.members()).extracting(Structure.Member::name).containsExactly("key", "value");
        Structure optional = (Structure) ((Sequence) types.get(1)).element();
        assertThat(optional.members()).extracting(Structure.Member::optional).containsExactly(false, true);
    }

    @Test
    void namesTypesByTheirPackageAndClass() throws UnsupportedTypeException {
        Structure fixed = structure(Fixed.class);
        assertThat(fixed.name()).isEqualTo(SCOPE + "Fixed");
        assertThat(fixed.extensibility()).isEqualTo(Extensibility.FINAL);
        assertThat(fixed.members().getFirst().key()).isTrue();
        assertThat(fixed.members().get(1).type())
                .isEqualTo(new Enumeration(
                        SCOPE + "Side",
                        Extensibility.APPENDABLE,
                        List.of(new Enumeration.Literal("BUY", 0), new Enumeration.Literal("SELL", 1))));
    }

    @Test
    void numbersMembersInTheirOrderFromTheLastSetId() throws UnsupportedTypeException {
        Structure changing = structure(Changing.class);
        assertThat(changing.extensibility()).isEqualTo(Extensibility.MUTABLE);
        assertThat(changing.members()).extracting(Structure.Member::id).containsExactly(7, 8, 3);
        assertThat(structure(Scalars.class).members())
                .extracting(Structure.Member::id)
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void givesAStructureWithoutMembersADummy() throws UnsupportedTypeException {
        assertThat(structure(Empty.class).members())
                .containsExactly(new Structure.Member("dummy", 0, Primitive.BYTE, false, false));
        assertThat(structure(Empty.class).extensibility()).isEqualTo(Extensibility.APPENDABLE);
    }

    @Test
    void namesGenericTypesWithTheirArguments() throws UnsupportedTypeException {
        List<DataType> types = types(Pairs.class);
        assertThat(((Structure) types.get(0)).name())
                .isEqualTo(SCOPE + "Pair_String_dev_wherry_dds_types_JavaTypesTest_Side");
        assertThat(((Structure) types.get(1)).members().get(1).type()).isInstanceOf(Sequence.class);
    }

    @Test
    void mapsASealedTypeToAUnionOfItsClasses() throws UnsupportedTypeException {
        Union union = (Union) dataType(Shape.class);
        assertThat(union.discriminator()).isEqualTo(Primitive.INT32);
        assertThat(union.cases()).extracting(Union.Case::name).containsExactly("circle", "square");
        assertThat(union.cases()).extracting(Union.Case::labels).containsExactly(List.of(0), List.of(1));
    }

    @Test
    void mapsAClassToItsFieldsWithThoseOfItsSuperclassFirst() throws UnsupportedTypeException {
        assertThat(structure(Fields.class).members())
                .extracting(Structure.Member::name)
                .containsExactly("first", "second");
    }

    @Test
    void makesMembersOptionalThatMayBeNull() throws UnsupportedTypeException {
        assertThat(structure(Marked.class).members())
                .extracting(Structure.Member::optional)
                .containsExactly(false, true, false, true, true, true);
        assertThat(structure(Unmarked.class).members())
                .extracting(Structure.Member::optional)
                .containsExactly(false, true, false, false);
    }

    @Test
    void returnsTheSameTypeForTheSameDeclaration() throws UnsupportedTypeException {
        JavaTypes types = new JavaTypes();
        assertThat(types.of(Fixed.class)).isSameAs(types.of(Fixed.class));
    }

    @Test
    void hashesNamesAsDdsRpcDoes() {
        assertThat(RpcTypes.hash("add")).isEqualTo(0xfc78ec34);
        assertThat(RpcTypes.hash("sub")).isEqualTo(0x3edc688a);
        assertThat(RpcTypes.hash("on")).isEqualTo(0x015c2bed);
    }

    @Test
    void takesAnEnumOfTheJdkButNoOtherClass() throws UnsupportedTypeException {
        assertThat(((Enumeration) dataType(java.time.DayOfWeek.class)).name()).isEqualTo("java::time::DayOfWeek");
        assertThatThrownBy(() -> dataType(Thread.class)).isInstanceOf(UnsupportedTypeException.class);
    }
}
