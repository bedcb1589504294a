package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Array;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Enumeration.Literal;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Sequence;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Structure.Member;
import dev.wherry.dds.types.DataType.Text;
import dev.wherry.dds.types.DataType.Union;
import dev.wherry.dds.types.DataType.Union.Case;
import dev.wherry.dds.types.Representation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypesTest {
    private static final Enumeration COLOR = new Enumeration(
            "test::Color",
            Extensibility.FINAL,
            List.of(new Literal("RED", 0), new Literal("GREEN", 5), new Literal("BLUE", 6)));
    private static final Structure POINT = structure(
            "test::Point", Extensibility.FINAL, null, member("x", 0, Primitive.INT32), member("y", 1, Primitive.INT32));

    private Participant participant;

    @BeforeAll
    void join() {
        participant = Loopback.join(Loopback.domain());
    }

    @AfterAll
    void leave() {
        if (participant != null) {
            participant.close();
        }
    }

    private static Member member(String name, int id, DataType type) {
        return new Member(name, id, type, false, false);
    }

    private static Structure structure(String name, Extensibility extensibility, Structure base, Member... members) {
        return new Structure(name, extensibility, base, List.of(members));
    }

    private static Union union(Extensibility extensibility, DataType discriminator) {
        return new Union(
                "test::Choice" + extensibility,
                extensibility,
                discriminator,
                List.of(
                        new Case("number", 1, Primitive.INT64, List.of(0)),
                        new Case("text", 2, new Text(0), List.of(5, 6)),
                        new Case("point", 3, POINT, List.of())));
    }

    private static Stream<DataType> parts() {
        List<DataType> all = new ArrayList<>(List.of(Primitive.values()));
        all.add(new Text(0));
        all.add(new Text(255));
        all.add(new Sequence(Primitive.BYTE, 0));
        all.add(new Sequence(new Sequence(new Text(10), 3), 7));
        all.add(new Sequence(POINT, 0));
        all.add(new Sequence(COLOR, 0));
        all.add(new Array(Primitive.BYTE, 16));
        all.add(new Array(new Array(new Array(Primitive.FLOAT64, 2), 3), 4));
        all.add(new Array(POINT, 2));
        all.add(new Sequence(new Array(new Text(0), 2), 0));
        all.add(COLOR);
        all.add(POINT);
        all.add(structure(
                "test::Derived",
                Extensibility.APPENDABLE,
                structure("test::Base", Extensibility.APPENDABLE, null, member("name", 0, new Text(0))),
                member("more", 1, new Sequence(POINT, 0))));
        for (Extensibility each : List.of(Extensibility.FINAL, Extensibility.APPENDABLE)) {
            all.add(union(each, Primitive.INT32));
            all.add(union(each, COLOR));
            all.add(new Sequence(union(each, Primitive.UINT8), 0));
        }
        for (Extensibility each : Extensibility.values()) {
            all.add(structure("test::S" + each, each, null, member("p", 0, POINT), member("s", 9, new Text(0))));
        }
        all.add(new Union(
                "test::Truth",
                Extensibility.FINAL,
                Primitive.BOOLEAN,
                List.of(new Case("yes", 0, Primitive.INT32, List.of(1)), new Case("no", 1, new Text(0), List.of(0)))));
        return all.stream();
    }

    /** Creates a topic of the type and endpoints that match. */
    private Writer use(Structure type) {
        Topic topic = participant.topic(Loopback.topic(), type, Qos.DEFAULT);
        Writer writer = participant.writer(topic, Qos.DEFAULT);
        Reader reader = participant.reader(topic, Qos.DEFAULT, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        reader.close();
        writer.close();
        topic.close();
        return writer;
    }

    @ParameterizedTest
    @MethodSource("parts")
    void registersEachKindOfType(DataType part) {
        use(structure(
                "test::Plain",
                Extensibility.FINAL,
                null,
                member("before", 0, Primitive.BYTE),
                member("part", 1, part)));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void registersEachKindOfTypeAsOptional(DataType part) {
        Writer writer = use(structure(
                "test::Optional",
                Extensibility.APPENDABLE,
                null,
                member("before", 0, Primitive.BYTE),
                new Member("part", 1, part, false, true)));
        assertThat(writer.representation()).isEqualTo(Representation.XCDR2);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void registersEachKindOfTypeBesideAKey(DataType part) {
        use(structure(
                "test::Keyed",
                Extensibility.MUTABLE,
                null,
                new Member("key", 3, new Text(0), true, false),
                member("part", 8, part)));
    }

    static Stream<DataType> keys() {
        return parts().filter(each -> !isNoKey(each));
    }

    private static boolean isNoKey(DataType type) {
        return switch (type) {
            case Union _ -> true;
            case Sequence(DataType element, int _) -> isNoKey(element);
            default -> type == Primitive.CHAR16;
        };
    }

    static Stream<DataType> partsThatAreNoKeys() {
        return parts().filter(TypesTest::isNoKey);
    }

    @ParameterizedTest
    @MethodSource("partsThatAreNoKeys")
    void refusesKeysThatTheLibraryDoesNotSupport(DataType part) {
        refuses(structure("test::Bad", Extensibility.FINAL, null, new Member("key", 0, part, true, false)));
        Structure inner = structure("test::Inner", Extensibility.FINAL, null, member("part", 0, part));
        refuses(structure(
                "test::Bad", Extensibility.FINAL, null, new Member("key", 0, new Array(inner, 2), true, false)));
    }

    @Test
    void refusesKeysThatAreOptional() {
        refuses(structure("test::Bad", Extensibility.FINAL, null, new Member("key", 0, Primitive.INT8, true, true)));
        Structure inner =
                structure("test::Inner", Extensibility.FINAL, null, new Member("part", 0, POINT, false, true));
        refuses(structure("test::Bad", Extensibility.FINAL, null, new Member("key", 0, inner, true, false)));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void registersEachKindOfTypeAsAKey(DataType part) {
        use(structure(
                "test::KeyOf",
                Extensibility.FINAL,
                null,
                new Member("key", 0, part, true, false),
                member("after", 1, Primitive.BYTE)));
    }

    @ParameterizedTest
    @EnumSource(Extensibility.class)
    void registersStructuresWithABase(Extensibility extensibility) {
        Structure base = structure(
                "test::Animal" + extensibility,
                extensibility,
                null,
                new Member("id", 0, Primitive.INT64, true, false),
                member("name", 1, new Text(0)));
        Structure middle =
                structure("test::Dog" + extensibility, extensibility, base, member("legs", 2, Primitive.INT8));
        use(structure("test::Puppy" + extensibility, extensibility, middle, member("age", 3, Primitive.INT8)));
    }

    @ParameterizedTest
    @EnumSource(names = {"APPENDABLE", "MUTABLE"})
    void registersStructuresWithoutMembers(Extensibility extensibility) {
        use(structure("test::Empty" + extensibility, extensibility, null));
    }

    @Test
    void refusesAFinalTypeWithoutMembers() {
        refuses(structure("test::EmptyFinal", Extensibility.FINAL, null));
    }

    @Test
    void refusesMutableUnions() {
        Union union = union(Extensibility.MUTABLE, Primitive.INT32);
        refuses(structure("test::Bad", Extensibility.FINAL, null, member("a", 0, new Sequence(union, 0))));
    }

    @Test
    void addsKeysToABase() {
        use(structure(
                "test::More",
                Extensibility.APPENDABLE,
                structure(
                        "test::Less", Extensibility.APPENDABLE, null, new Member("a", 0, Primitive.INT32, true, false)),
                new Member("b", 1, POINT, true, false)));
    }

    @Test
    void registersATypeThatIsUsedSeveralTimes() {
        Structure line =
                structure("test::Line", Extensibility.FINAL, null, member("from", 0, POINT), member("to", 1, POINT));
        Structure both = structure(
                "test::Lines",
                Extensibility.FINAL,
                null,
                member("one", 0, line),
                member("two", 1, line),
                member("more", 2, new Sequence(line, 0)));
        for (int i = 0; i < 20; i++) {
            use(both);
            use(line);
        }
    }

    @Test
    void refusesNamesThatTheLibraryWouldCut() {
        for (String name : List.of("", "a\0b", "x".repeat(300))) {
            refuses(structure(name, Extensibility.FINAL, null, member("a", 0, Primitive.INT8)));
            refuses(structure("test::Bad", Extensibility.FINAL, null, member(name, 0, Primitive.INT8)));
        }
    }

    @Test
    void refusesIdsThatTheEncodingCannotCarry() {
        refuses(structure("test::Bad", Extensibility.MUTABLE, null, member("a", -1, Primitive.INT8)));
        refuses(structure("test::Bad", Extensibility.MUTABLE, null, member("a", 0x0f00_0000, Primitive.INT8)));
        refuses(structure(
                "test::Bad",
                Extensibility.MUTABLE,
                null,
                member("a", 1, Primitive.INT8),
                member("b", 1, Primitive.INT8)));
    }

    @Test
    void refusesTypesThatAreTooDeepOrTooLarge() {
        DataType deep = Primitive.INT8;
        for (int i = 0; i < 100; i++) {
            deep = new Sequence(deep, 0);
        }
        refuses(structure("test::Deep", Extensibility.FINAL, null, member("a", 0, deep)));
        Structure wide = POINT;
        for (int i = 0; i < 30; i++) {
            wide = structure("test::Wide" + i, Extensibility.FINAL, null, member("a", 0, wide), member("b", 1, wide));
        }
        refuses(wide);
    }

    @Test
    void refusesArraysAndEnumerationsOfNothing() {
        refuses(structure("test::Bad", Extensibility.FINAL, null, member("a", 0, new Array(Primitive.INT8, 0))));
        refuses(structure("test::Bad", Extensibility.FINAL, null, member("a", 0, new Array(Primitive.INT8, -1))));
        Enumeration none = new Enumeration("test::None", Extensibility.FINAL, List.of());
        refuses(structure("test::Bad", Extensibility.FINAL, null, member("a", 0, none)));
        Enumeration negative = new Enumeration("test::Negative", Extensibility.FINAL, List.of(new Literal("A", -1)));
        refuses(structure("test::Bad", Extensibility.FINAL, null, member("a", 0, negative)));
    }

    private void refuses(Structure type) {
        assertThatThrownBy(() -> participant.topic(Loopback.topic(), type, Qos.DEFAULT))
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.REFUSED));
    }

    @Test
    void refusesTopicNamesThatDdsDoesNotKnow() {
        for (String name : List.of("", "a\0b", "x".repeat(300), "with space")) {
            assertThatThrownBy(() -> participant.topic(name, POINT, Qos.DEFAULT))
                    .isInstanceOf(DdsException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Extensibility.class)
    void sendsInTheEncodingThatThePoliciesName(Extensibility extensibility) {
        Structure type =
                structure("test::Encoded" + extensibility, extensibility, null, member("a", 0, Primitive.INT8));
        for (Representation each : Representation.values()) {
            Qos qos = Qos.builder().representations(each).build();
            Topic topic = participant.topic(Loopback.topic(), type, qos);
            assertThat(participant.writer(topic, qos).representation()).isEqualTo(each);
        }
    }
}
