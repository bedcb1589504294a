package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Types;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lambdas where code travels: with what they have captured, and none that their class has not made. */
class LambdaTest {
    private static final Types TYPES = Allowed.of(LambdaTest.class, Point.class, Greeter.class);

    private final Messages messages = new Messages();

    record Point(int x, int y) implements Serializable {}

    record Greeter(String greeting) implements Serializable {
        String greet(String name) {
            return greeting + ", " + name;
        }
    }

    private interface Answer<T> extends Supplier<T>, Serializable {}

    private interface Turn<A, B> extends Function<A, B>, Serializable {}

    private <T> T sent(T lambda) {
        return messages.send(lambda, Object.class, TYPES);
    }

    @Test
    void bringsWhatItHasCaptured() {
        int number = 7;
        long large = 1L << 40;
        boolean yes = true;
        String nothing = null;
        Point point = new Point(1, 2);
        List<Point> points = new ArrayList<>(List.of(point));
        Answer<String> lambda = () -> number + " " + large + " " + yes + " " + nothing + " " + point + " " + points;
        assertThat(sent(lambda).get()).isEqualTo(lambda.get());
    }

    @Test
    void isAMethodReferenceOfAnyKind() {
        Greeter greeter = new Greeter("Hello");
        Turn<String, String> bound = greeter::greet;
        Turn<String, Integer> unbound = String::length;
        Turn<Integer, String> ofClass = Integer::toBinaryString;
        Turn<String, Greeter> constructor = Greeter::new;
        assertThat(sent(bound).apply("Ann")).isEqualTo("Hello, Ann");
        assertThat(sent(unbound).apply("four")).isEqualTo(4);
        assertThat(sent(ofClass).apply(5)).isEqualTo("101");
        assertThat(sent(constructor).apply("Hi")).isEqualTo(new Greeter("Hi"));
    }

    @Test
    void nestsInOthersAndInContainers() {
        Turn<Integer, Integer> twice = x -> 2 * x;
        Answer<List<Integer>> outer = () -> List.of(twice.apply(1), twice.apply(2));
        assertThat(sent(outer).get()).containsExactly(2, 4);
        assertThat(sent(new ArrayList<>(List.of(twice))).getFirst().apply(4)).isEqualTo(8);
    }

    @Test
    void isDefinedOnceAndThenOnlyWhatItHasCaptured() {
        for (int number : new int[] {5, 6}) {
            Answer<Integer> lambda = () -> number;
            byte[] bytes = messages.encode(messages.coder(Object.class, TYPES), lambda);
            assertThat(bytes).containsExactly(9, 2 * number);
        }
        assertThat(messages.definitions()).hasSize(1);
    }

    interface Measure<T> extends ToIntFunction<T>, Serializable {}

    @Test
    void isRefusedWhereItsClassRefersToOneMethodAtTwoTypes() {
        Measure<Integer> first = Object::hashCode;
        Measure<String> second = Object::hashCode;

        assertThatThrownBy(() -> {
                    sent(first);
                    sent(second);
                })
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("has two references to the method java.lang.Object.hashCode");
    }

    @Test
    void isRefusedWhereItsClassIsNotAllowed() {
        Answer<Integer> lambda = () -> 1;
        assertThatThrownBy(() -> messages.send(lambda, Object.class, Allowed.of(Point.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("may not travel here");
    }

    @Test
    void isRefusedUnlessItIsSerializable() {
        Supplier<Integer> plain = () -> 1;
        assertThatThrownBy(() -> sent(plain))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("unless it is a serializable one");
    }

    @Test
    void isRefusedByAReaderThatTakesNone() {
        Answer<Integer> lambda = () -> 1;
        byte[] bytes = messages.encode(messages.coder(Object.class, TYPES), lambda);
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, Allowed.of(Point.class)), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(LambdaTest.class.getName());
    }

    /** Each changes one fact that a peer sends of a lambda. */
    @ParameterizedTest
    @CsvSource({
        "'interface ', 'interfac! '",
        "'kind 6', 'kind 0'",
        "'kind 6', 'kind x'",
        "'calls lambda', 'calls other!'",
        "'signature ()', 'signature [)'",
        "'signature (', 'signature {'",
        "'as ()', 'as (I'",
        "'descriptor ()', 'descriptor )('",
        "'class dev/wherry', 'class dev/nobody'",
        "'interface dev/wherry', 'interface dev/nobody'",
    })
    void isRefusedIfItsClassHasMadeNoSuch(String fact, String other) {
        Answer<Integer> lambda = () -> 1;
        byte[] bytes = messages.encode(messages.coder(Object.class, TYPES), lambda);
        Messages changed = messages.changing(fact, other);
        assertThat(changed.read(0))
                .isNotEqualTo(messages.definitions().getFirst().content());
        assertThatThrownBy(() -> ((Supplier<?>) changed.decode(changed.coder(Object.class, TYPES), bytes)).get())
                .isInstanceOf(CodecException.class);
    }

    @Test
    void isRefusedOfAClassWithoutLambdas() {
        Schema schema = new Schema(
                Schema.Shape.LAMBDA,
                Point.class.getName(),
                false,
                List.of(
                        part("interface java/util/function/Supplier"),
                        part("method get"),
                        part("descriptor ()Ljava/lang/Object;"),
                        part("kind 6"),
                        part("class " + Point.class.getName().replace('.', '/')),
                        part("calls x"),
                        part("signature ()Ljava/lang/Object;"),
                        part("as ()Ljava/lang/Object;")));
        Definition definition = schema.define();
        byte[] bytes = {
            (byte) (9 + 2 * messages.encoding(new dev.wherry.spi.Out(1)).define(definition))
        };
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, TYPES), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("no serializable lambdas");
    }

    private static Schema.Part part(String name) {
        return new Schema.Part(name, FieldKind.OPEN);
    }
}
