package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.Shapes.Bag;
import dev.wherry.codec.compact.Shapes.Callback;
import dev.wherry.codec.compact.Shapes.Coin;
import dev.wherry.codec.compact.Shapes.Link;
import dev.wherry.codec.compact.Shapes.Node;
import dev.wherry.codec.compact.Shapes.Parcel;
import dev.wherry.codec.compact.Shapes.Point;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes keep the identity of their objects, and that the others pay nothing for it. */
class IdentityTest {
    static final class Ping {
        Pong pong;
    }

    static final class Pong {
        Map<String, Optional<List<Ping[]>>> pings;
    }

    sealed interface Shape permits Circle, Group {}

    record Circle(int radius) implements Shape {}

    record Group(List<Shape> shapes) implements Shape {}

    static final class Around {
        CharSequence anythingThatIs;
    }

    static class Parent {
        Heir heir;
    }

    static final class Heir extends Parent {}

    static final class Holds<T> {
        T content;
    }

    static final class HoldsItself {
        Holds<HoldsItself> held;
    }

    record HoldsPoints(Holds<Point> held, Point[] points, Map<Integer, List<Point>> more) {}

    static final class Calls {
        Callback callback;
        Thread.State state;
        transient Calls notSent;
    }

    private static ValueCodecs forms(boolean preservesIdentity) {
        return new ValueCodecs(
                new Allowed(
                        preservesIdentity,
                        Ping.class,
                        Pong.class,
                        Circle.class,
                        Group.class,
                        Around.class,
                        Parent.class,
                        Heir.class,
                        Holds.class,
                        HoldsItself.class,
                        HoldsPoints.class,
                        Calls.class,
                        Point.class,
                        Coin.class,
                        Person.class),
                CodeGeneration.LAZY);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Node.class,
                Link.class,
                Ping.class,
                Pong.class,
                Group.class,
                Around.class,
                Parent.class,
                Heir.class,
                HoldsItself.class,
                Bag.class,
                Parcel.class
            })
    void typesThatCanReachThemselvesKeepTheirIdentity(Class<?> type) {
        assertThat(forms(false).preservesIdentity(type)).isTrue();
    }

    @Test
    void annotatedTypesKeepTheirs() {
        assertThat(forms(false).preservesIdentity(Coin.class)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {Circle.class, Point.class, Person.class, HoldsPoints.class, Calls.class})
    void allOthersAreTrees(Class<?> type) {
        assertThat(forms(false).preservesIdentity(type)).isFalse();
    }

    @Test
    void underAnInterfaceThatKeepsSharingAllKeepTheirs() {
        assertThat(new Class<?>[] {Person.class, Calls.class, Point.class, HoldsPoints.class})
                .allMatch(forms(true)::preservesIdentity);
    }

    @Test
    void nothingIsNumberedWhereNothingIsKept() {
        Messages messages = new Messages();
        Type people = new Generic<List<Person>>() {}.type;
        Encoding encoding = messages.encoding(new Out(64));
        messages.coder(people, Allowed.of(Person.class)).encode(Person.many(3), encoding);
        assertThat(Writer.of(encoding).mark()).isZero();
        Encoding keeping = messages.encoding(new Out(64));
        messages.coder(people, new Allowed(true, Person.class)).encode(new ArrayList<>(Person.many(3)), keeping);
        assertThat(Writer.of(keeping).mark())
                .as("people, their list and those of their numbers")
                .isEqualTo(7);
    }
}
