package dev.wherry.internal.call;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.awt.Point;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters and results of which the declaration alone tells that no value may be sent: said when an interface is bound. */
class UnregisteredTypesTest {
    interface Declares {
        void draw(Point at);

        Random random();

        void hold(Semaphore semaphore);

        void match(Pattern... patterns);

        void accept(Shape shape);

        void waitFor(Void nothing);
    }

    abstract static class Shape {}

    static final class Circle extends Shape {}

    private static void bind(EndpointOptions options) {
        try (Endpoint endpoint = Endpoint.create(options.withStrictInterfaces(true))) {
            endpoint.bind("declares", Declares.class, new Declares() {
                @Override
                public void draw(Point at) {}

                @Override
                public Random random() {
                    return new Random(1);
                }

                @Override
                public void hold(Semaphore semaphore) {}

                @Override
                public void match(Pattern... patterns) {}

                @Override
                public void accept(Shape shape) {}

                @Override
                public void waitFor(Void nothing) {}
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areReportedWithTheLineToAdd(String codec) {
        assertThatThrownBy(() -> bind(EndpointOptions.defaults().withCodecs(codec)))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(List.of(
                        "Parameter 'at' is a java.awt.Point. ",
                        "register(java.awt.Point.class)",
                        "The result is a java.util.Random. ",
                        "Parameter 'semaphore' is a java.util.concurrent.Semaphore. ",
                        "Parameter 'patterns' is a java.util.regex.Pattern. ",
                        "match(Pattern...)",
                        "Parameter 'shape' is a " + Shape.class.getName() + ". "))
                .doesNotContain("waitFor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areNoneOnceTheyAreRegistered(String codec) {
        EndpointOptions options = EndpointOptions.defaults()
                .withCodecs(codec)
                .register(Point.class, Random.class, Semaphore.class, Pattern.class, Circle.class);
        assertThatCode(() -> bind(options)).doesNotThrowAnyException();
    }
}
