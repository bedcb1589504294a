package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces whose class files have no names of parameters. */
class PositionalArgumentsTest {
    @TempDir
    private Path folder;

    private <T> void serve(Class<T> type, Object object, Endpoint endpoint) {
        endpoint.bind("sums", type, type.cast(object));
    }

    @Test
    void areNamedByPositionAndTheDescriptionSaysSo() throws Exception {
        Path source = Files.writeString(folder.resolve("Sums.java"), """
                public interface Sums {
                    int minus(int from, int what);

                    class Plain implements Sums {
                        public int minus(int from, int what) {
                            return from - what;
                        }
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.toString(), source.toString()))
                .isZero();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                Endpoint endpoint = Endpoint.create()) {
            Object sums =
                    loader.loadClass("Sums$Plain").getDeclaredConstructor().newInstance();
            serve(loader.loadClass("Sums"), sums, endpoint);
            URI http = endpoint.listenAt("http://127.0.0.1:0");
            assertThat(Wire.post(http, "/sums/minus", "[5,3]").text()).isEqualTo("2");
            String description = Wire.get(http, "/openapi.json").text();
            assertThat(description).contains("no names of parameters: these are by position", "\"arg0\"", "\"arg1\"");
            assertThat(Wire.post(http, "/sums/minus", "{\"arg0\":5,\"arg1\":3}").text())
                    .isEqualTo("2");
        }
    }
}
