package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fields of which the declaration alone tells that no call can carry what is in them. */
class EmptyFieldsTest {
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

    private static List<String> emptyFields(Class<?> type, EndpointOptions options) {
        return TypeClosure.of(type, options).emptyFields();
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
        assertThat(emptyFields(Holding.class, EndpointOptions.defaults().register(Work.class)))
                .noneMatch(field -> field.contains("Runnable"))
                .hasSize(3);
    }

    @Test
    void areNoneWhereSomeValueFits() {
        assertThat(emptyFields(Fitting.class, EndpointOptions.defaults())).isEmpty();
    }

    @Test
    void areAMistakeInAStrictInterface() {
        try (Endpoint strict = Endpoint.create(EndpointOptions.defaults().withStrictInterfaces(true));
                Endpoint usual = Endpoint.create()) {
            assertThatThrownBy(() -> strict.bind("holding", Holding.class, held -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("No value can stand in", ".owner, a java.lang.Thread", "for interface");
            usual.bind("holding", Holding.class, held -> {});
        }
    }
}
