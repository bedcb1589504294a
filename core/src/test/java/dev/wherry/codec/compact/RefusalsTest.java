package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sender refuses values that may not travel, with the path to them and the remedy. */
class RefusalsTest {
    private final Messages messages = new Messages();

    @Test
    void namesTheClassTheWayToItAndTheLineToAdd() {
        Bag bag = new Bag();
        bag.anything = Map.of("key", Arrays.asList(1, new Thread()));
        assertThatThrownBy(() -> messages.send(List.of(bag), List.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.lang.Thread")
                .hasMessageContaining("@RegisterTypes")
                .hasMessageContaining("the value[0].anything[an entry][1]");
    }

    @Test
    void findsBeforeAnyCallWhatCanNeverTravel() {
        assertThatThrownBy(() -> messages.coder(new Generic<List<Unregistered>>() {}.type, Shapes.allowed()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the value")
                .hasMessageContaining(Unregistered.class.getName());
    }

    record Unregistered() {}

    interface Collector {
        void collect(List<Object> values);
    }

    private static final class LimitedList extends ArrayList<String> {
        int most = 3;
    }

    @Test
    void advisesThePackageOfACollectionThatIsNotPublic() {
        assertThatThrownBy(() -> messages.send(
                        List.of(new LimitedList()),
                        List.class,
                        TypeClosure.of(Collector.class, EndpointOptions.defaults())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("It is not public, so add its package")
                .hasMessageContaining(". It has fields of its own")
                .hasMessageNotContaining("LimitedList.class");
    }

    @ParameterizedTest
    @ValueSource(classes = {Scanner.class, Method.class, CompletableFuture.class, Thread.class, Scanner[].class})
    void findsBeforeAnyCallWhatOfTheJdkCanNeverTravel(Class<?> power) {
        assertThatThrownBy(() -> messages.coder(power, Shapes.allowed()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the value")
                .hasMessageContaining("may not travel here");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                Number.class,
                Comparable.class,
                Void.class,
                Exception.class,
                Calendar.class,
                Locale.class,
                StringBuilder.class,
                TimeUnit.class,
                StackTraceElement.class,
                java.io.File.class
            })
    void takesADeclaredClassThatAValueCouldBeOf(Class<?> open) {
        assertThat((Object) messages.send(null, open, Shapes.allowed())).isNull();
    }

    @Test
    void aLambdaIsNeverAValue() {
        Runnable lambda = () -> {};
        for (Object value : List.of(lambda, (java.util.function.Supplier<String>) () -> "x")) {
            assertThatThrownBy(() -> messages.send(List.of(value), Object.class, Shapes.allowed()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("A lambda is never a value")
                    .hasMessageContaining("[0]");
        }
    }

    @Test
    void aComparatorThatIsALambdaIsRefusedWithItsPlace() {
        TreeSet<String> set = new TreeSet<>((a, b) -> a.compareTo(b));
        assertThatThrownBy(() -> messages.send(set, Object.class, Shapes.allowed()))
                .hasMessageContaining("lambda")
                .hasMessageContaining(".comparator()");
    }

    @Test
    void theJdksPowersAreRefused() {
        for (Object value :
                List.of(RefusalsTest.class, java.nio.file.Path.of("x"), Runtime.getRuntime(), new Object())) {
            assertThatThrownBy(() -> messages.send(value, Object.class, Shapes.allowed()))
                    .isInstanceOf(CodecException.class);
        }
    }

    @Test
    void whatTheValuesOwnCodeThrowsIsTheCauseOfACodecException() {
        List<Object> hostile = new ArrayList<>() {
            @Override
            public Object[] toArray() {
                throw new IllegalStateException("not today");
            }
        };
        assertThatThrownBy(() -> messages.send(hostile, Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("not today");
    }

    @Test
    void referencesStandWhereverTheyAreDeclared() {
        Callback callback = () -> {};
        Box<Callback> box = new Box<>(callback, Optional.of(callback), List.of(callback));
        Box<Callback> arrived = messages.send(box, new Generic<Box<Callback>>() {}.type, Shapes.allowed());
        assertThat(arrived.content()).isSameAs(callback);
        assertThat(arrived.maybe().orElseThrow()).isSameAs(callback);
        assertThat(arrived.more().getFirst()).isSameAs(callback);
        Callback[] array = messages.send(new Callback[] {callback, null}, Callback[].class, Shapes.allowed());
        assertThat(array).containsExactly(callback, null);
    }

    @Test
    void objectsThatAreByReferenceByTheirClassAreNeverCopiedIntoAnOpenPlace() {
        Callback callback = () -> {};
        assertThat(messages.send(List.of(callback), Object.class, Shapes.allowed())
                        .getFirst())
                .isSameAs(callback);
        Registered both = new Registered();
        assertThat(messages.<Object>send(both, Object.class, Allowed.of(Registered.class)))
                .isSameAs(both);
        assertThat(messages.<Object>send(both, Registered.class, Allowed.of(Registered.class)))
                .as("where no stub can stand")
                .isNotSameAs(both);
    }

    /** By reference, and registered all the same. */
    public static final class Registered implements Callback {
        @Override
        public void call() {}
    }

    /** Of no interface that is by reference. */
    private interface Plain {
        void run();
    }

    @Test
    void whatWasExportedTravelsByReferenceInOpenPlacesAndElseNot() {
        Plain plain = () -> {};
        assertThatThrownBy(() -> messages.send(List.of(plain), Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class);
        messages.byReference(value -> value == plain);
        assertThat(messages.send(List.of(plain), Object.class, Shapes.allowed()).getFirst())
                .isSameAs(plain);
    }
}
