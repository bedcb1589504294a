package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each class that a new JVM generates delays its first look-up. */
@Timeout(60)
class FirstLookupTest {
    private static final Pattern GENERATED = Pattern.compile("(dev\\.wherry[A-Za-z.]*\\$\\$(?!Lambda)[A-Za-z]+)");

    public interface Greeter {
        String greet(String name);
    }

    static final class Client {
        public static void main(String[] arguments) {
            try (Endpoint endpoint = Endpoint.create()) {
                System.out.println(endpoint.lookup(arguments[0], Greeter.class).greet("Ann"));
            }
        }
    }

    @Test
    void generatesTheStubOfTheUserAlone() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            server.bind("greeter", Greeter.class, name -> "Hello " + name);
            Process client = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xlog:class+load",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Client.class.getName(),
                            server.address() + "/greeter")
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(client.getInputStream().readAllBytes());
            assertThat(client.waitFor()).as(printed).isZero();
            assertThat(printed).contains("Hello Ann");
            List<String> generated = GENERATED
                    .matcher(printed)
                    .results()
                    .map(found -> found.group(1))
                    .distinct()
                    .toList();
            assertThat(generated).containsExactly("dev.wherry.internal.invoke.Stub$$Greeter");
        }
    }
}
