package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.awt.Point;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Binding an interface refuses parameters and results whose declaration alone shows that no value may be sent. */
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
        try (Endpoint endpoint =
                Endpoint.create(options.toBuilder().strictInterfaces(true).build())) {
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
        assertThatThrownBy(() -> bind(EndpointOptions.builder().codecs(codec).build()))
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
        EndpointOptions options = EndpointOptions.builder()
                .codecs(codec)
                .register(Point.class, Random.class, Semaphore.class, Pattern.class, Circle.class)
                .build();
        assertThatCode(() -> bind(options)).doesNotThrowAnyException();
    }

    /** Of the program; nothing that is listed implements it. */
    interface Plan {}

    record Route(int length) implements Plan {}

    interface Travels {
        Plan[] plan(String from, Plan before);

        Map<String, List<Plan>> all();

        Comparable<?> compare(Runnable[] none);
    }

    private static final class Traveller implements Travels {
        @Override
        public Plan[] plan(String from, Plan before) {
            return new Plan[] {before};
        }

        @Override
        public Map<String, List<Plan>> all() {
            return Map.of();
        }

        @Override
        public Comparable<?> compare(Runnable[] none) {
            return none.length;
        }
    }

    private static List<String> logged(EndpointOptions options) {
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger("dev.wherry");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                lines.add(new SimpleFormatter().format(logged));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try (Endpoint endpoint = Endpoint.create(options)) {
            endpoint.bind("travels", Travels.class, new Traveller());
        } finally {
            log.removeHandler(handler);
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areLoggedWhereTheProgramsOwnClassesAreMissing(String codec) {
        EndpointOptions options = EndpointOptions.builder().codecs(codec).build();
        assertThat(logged(options))
                .anyMatch(line -> line.contains("cannot be called remotely")
                        && line.contains("Parameter 'none' is a java.lang.Runnable"))
                .anyMatch(line -> line.contains("No class is registered that implements the declared type of")
                        && line.contains("parameter 'before' of " + Travels.class.getName() + ".plan")
                        && line.contains("result of " + Travels.class.getName() + ".plan")
                        && line.contains("result of " + Travels.class.getName() + ".all")
                        && !line.contains("compare"));
        assertThat(logged(options.toBuilder().register(Route.class).build()))
                .noneMatch(line -> line.contains("No class is registered"));
        assertThat(logged(options.toBuilder().registerPackage("acme").build()))
                .noneMatch(line -> line.contains("No class is registered"));
    }
}
