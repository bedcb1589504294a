package dev.wherry.codec.jboss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.Message;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The component class of an array is written in other ways than the class of an object. */
class ArraysTest {
    private final Coder coder = new JBossCodec()
            .coder(
                    new Declared(Object.class, "a value"),
                    new AllowedTypes(
                            ArraysTest.class,
                            false,
                            Base.class,
                            Heir.class,
                            Outside.class,
                            FarOutside.class,
                            Failure.class,
                            Color.class,
                            Point.class,
                            Runnable.class,
                            Timestamp.class));

    static class Base implements Serializable {
        int number = 1;
    }

    static final class Heir extends Base {
        String text = "heir";
    }

    public static class Outside implements Externalizable {
        int number;

        @Override
        public void writeExternal(ObjectOutput to) throws IOException {
            to.writeInt(number);
        }

        @Override
        public void readExternal(ObjectInput from) throws IOException {
            number = from.readInt();
        }
    }

    public static final class FarOutside extends Outside {}

    static final class Failure extends Exception {}

    enum Color {
        RED,
        GREEN {}
    }

    record Point(int x, int y) {}

    @SuppressWarnings("JdkObsolete") // users have them all
    @TestFactory
    Stream<DynamicTest> carriesWhatAnArrayMayHold() {
        return Stream.of(
                        all(new Base(), new Heir(), new Base[] {new Heir(), null}, new Heir[] {new Heir()}),
                        all(new Heir[0], new Base[0], new Base(), new Heir()),
                        all(new Base[0], new Heir[0], new Heir(), new Base()),
                        new Heir[][][] {{{new Heir()}}, {}},
                        all(new FarOutside[0], new Outside[] {new Outside()}, new FarOutside()),
                        new Color[] {Color.RED, Color.GREEN, null},
                        all(Color.GREEN, new Color[][] {{Color.RED}}),
                        all(new Point(1, 2), new Point[] {new Point(3, 4)}),
                        new Runnable[1],
                        new Timestamp[] {new Timestamp(1)},
                        new int[][][] {{{1}, {}}, {}},
                        new boolean[][] {{true}, {}},
                        new BigDecimal[] {BigDecimal.ONE},
                        new Number[] {1, 2L},
                        new Integer[] {1},
                        new Enum<?>[] {Color.RED},
                        new List<?>[] {list()},
                        new ArrayList<?>[] {new ArrayList<>(list())},
                        new LinkedList<?>[] {new LinkedList<>(list())},
                        new ArrayDeque<?>[0],
                        new Vector<?>[] {new Vector<>(list())},
                        new Stack<?>[0],
                        new IdentityHashMap<?, ?>[0],
                        new EnumMap<?, ?>[0],
                        new EnumSet<?>[0],
                        new CopyOnWriteArrayList<?>[] {new CopyOnWriteArrayList<>(list())},
                        new CopyOnWriteArraySet<?>[0],
                        new HashMap<?, ?>[] {new HashMap<>(Map.of(1, 2))},
                        new String[256],
                        new String[257],
                        new String[65_536],
                        new String[65_537],
                        new ArrayList<>(Collections.nCopies(65_537, "x")))
                .map(value -> DynamicTest.dynamicTest(
                        value.getClass().getTypeName(),
                        () -> assertThat(Message.encode(coder, value).arrived().decode(coder))
                                .hasSameClassAs(value)
                                .usingRecursiveComparison()
                                .withStrictTypeChecking()
                                .isEqualTo(value)));
    }

    /** Exceptions of two sides have other stack traces. */
    @Test
    void carriesArraysOfExceptions() {
        assertThat(Message.encode(coder, new Failure[] {new Failure()})
                        .arrived()
                        .decode(coder))
                .isInstanceOfSatisfying(
                        Failure[].class,
                        arrived -> assertThat(arrived).singleElement().isExactlyInstanceOf(Failure.class));
    }

    private static Object[] all(Object... values) {
        return values;
    }

    private static List<Integer> list() {
        return new ArrayList<>(List.of(1));
    }
}
