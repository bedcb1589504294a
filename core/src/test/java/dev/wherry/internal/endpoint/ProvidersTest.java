package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProvidersTest {
    /** Keeps what it was searched for. */
    private static final class Searched extends ClassLoader {
        private final List<String> services = new ArrayList<>();

        Searched() {
            super(ProvidersTest.class.getClassLoader());
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            services.add(name);
            return super.getResources(name);
        }
    }

    private final Searched loader = new Searched();
    private final Providers plugins = plugins();

    private Providers plugins() {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try {
            current.setContextClassLoader(loader);
            return new Providers(EndpointOptions.defaults());
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void haveWherrysOwnWithoutASearch() {
        for (String scheme : List.of("inprocess", "tcp", "unix")) {
            assertThat(plugins.transport(scheme)).isNotNull().returns(scheme, own -> own.scheme());
            assertThat(plugins.protocol(scheme)).isNull();
            assertThat(plugins.resolver(scheme)).isNull();
        }
        assertThat(plugins.codecs(List.of("compact")))
                .extracting(codec -> codec.name())
                .containsExactly("compact");
        assertThat(loader.services).isEmpty();
    }

    @Test
    void searchForTheRest() {
        assertThat(plugins.transport("carrier-pigeon")).isNull();
        assertThat(loader.services).contains("META-INF/services/dev.wherry.spi.Transport");
        assertThat(plugins.schemes()).contains("inprocess", "tcp", "unix");
        assertThatThrownBy(() -> plugins.codecs(List.of("compact", "semaphore")))
                .isInstanceOf(CallException.class)
                .hasMessageContainingAll("'semaphore'", "compact", "wherry-codec-semaphore");
    }
}
