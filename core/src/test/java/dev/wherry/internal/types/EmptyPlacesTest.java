package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.LogRecorder;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Fields, parameters and results whose declaration shows that no call can carry a value there. */
class EmptyPlacesTest {
    record Held(String name, Thread owner, Runnable work, InputStream[] streams, Map<String, List<Path>> paths) {}

    /** All of these have values. */
    static final class Fit {
        Object any;
        Number number;
        List<? extends CharSequence> texts;
        Map<String, int[]> counts;
        Comparator<Thread> order;
        Class<? extends Thread> type;
        InetSocketAddress address;
        Exception failure;
        transient Thread thread;
    }

    static final class Work implements Runnable {
        @Override
        public void run() {}
    }

    static final class WritesItself implements Serializable {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // it writes nothing
        private Thread thread;

        private void writeObject(ObjectOutputStream out) {}
    }

    interface Holding {
        void hold(Held held);
    }

    interface Fitting {
        WritesItself fit(Fit fit);
    }

    interface Containing {
        List<Runnable> work();

        CompletableFuture<Optional<Iterator<String>>> later();

        void take(Map<String, ? extends List<Path>[]> paths, List<? super Integer> numbers, Optional<Class<Path>> type);

        Runnable[] none();
    }

    private static final class Container implements Containing {
        @Override
        public List<Runnable> work() {
            return List.of();
        }

        @Override
        public CompletableFuture<Optional<Iterator<String>>> later() {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public void take(
                Map<String, ? extends List<Path>[]> paths, List<? super Integer> numbers, Optional<Class<Path>> type) {}

        @Override
        public Runnable[] none() {
            return new Runnable[0];
        }
    }

    private static List<String> emptyFields(Class<?> type, EndpointOptions options) {
        return TypeClosure.of(type, options).emptyPlaces(List.of());
    }

    @Test
    void areNamedWithTheirTypes() {
        String held = Held.class.getName();
        assertThat(emptyFields(Holding.class, EndpointOptions.defaults()))
                .containsExactly(
                        held + ".owner, a java.lang.Thread",
                        held + ".work, a java.lang.Runnable",
                        held + ".streams, a java.io.InputStream",
                        held + ".paths, a java.nio.file.Path");
        assertThat(emptyFields(
                        Holding.class,
                        EndpointOptions.builder().register(Work.class).build()))
                .noneMatch(field -> field.contains("Runnable"))
                .hasSize(3);
    }

    @Test
    void areNoneWhereSomeValueFits() {
        assertThat(emptyFields(Fitting.class, EndpointOptions.defaults())).isEmpty();
    }

    @Test
    void areAMistakeInAStrictInterface() {
        try (Endpoint strict = Endpoint.create(
                        EndpointOptions.builder().strictInterfaces(true).build());
                Endpoint usual = Endpoint.create()) {
            assertThatThrownBy(() -> strict.bind("holding", Holding.class, held -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("No value can stand in", ".owner, a java.lang.Thread", "for interface");
            usual.bind("holding", Holding.class, held -> {});
        }
    }

    @Test
    void areFoundInWhatCollectionsAndOptionalValuesHold() {
        try (LogRecorder log = new LogRecorder("dev.wherry");
                Endpoint strict = Endpoint.create(
                        EndpointOptions.builder().strictInterfaces(true).build());
                Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("containing", Containing.class, new Container());
            String name = Containing.class.getName();
            assertThat(log.texts())
                    .filteredOn(text -> text.contains("fail if there is a value in one of these places"))
                    .singleElement()
                    .asString()
                    .contains("result of " + name + ".work, a java.lang.Runnable")
                    .contains("result of " + name + ".later, a java.util.Iterator")
                    .contains("parameter 'paths' of " + name + ".take, a java.nio.file.Path")
                    .doesNotContain("numbers", "type'", "none");
            Containing stub = client.lookup(server.address() + "/containing", Containing.class);
            assertThat(stub.work()).isEmpty(); // nothing is there that could not be sent
            assertThat(stub.later().join()).isEmpty();
            assertThatThrownBy(() -> strict.bind("containing", Containing.class, new Container()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.Runnable");
        }
    }

    interface Emptied {
        List<Runnable> work();
    }

    @Test
    void areAMistakeInAStrictInterfaceWhereverTheyAre() {
        EndpointOptions options =
                EndpointOptions.builder().strictInterfaces(true).build();
        try (Endpoint strict = Endpoint.create(options);
                Endpoint registered =
                        Endpoint.create(options.toBuilder().register(Work.class).build())) {
            assertThatThrownBy(() -> strict.bind("emptied", Emptied.class, List::of))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("No value can stand in result of " + Emptied.class.getName()
                            + ".work, a java.lang.Runnable");
            registered.bind("emptied", Emptied.class, List::of);
        }
    }
}
