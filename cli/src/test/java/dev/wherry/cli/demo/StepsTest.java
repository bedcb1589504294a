package dev.wherry.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.cli.demo.Steps.Step;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each step of the demo can fail. */
@Timeout(120)
class StepsTest {
    private static final Map<String, Map<String, Object>> LIES = Map.of(
            "sync", Map.of("book", new Ferry.Ticket("Ada", 2, 501)),
            "async", Map.of("fare", java.util.concurrent.CompletableFuture.completedFuture(1L)),
            "callback", Map.of("cross", 24),
            "reference", Map.of("owns", false),
            "exception", Map.of("book", new Ferry.Ticket("everybody", 31, 0)));

    @ParameterizedTest
    @ValueSource(strings = {"sync", "async", "callback", "reference", "exception"})
    void noticesAWrongAnswer(String title) {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("ferry", Ferry.class, lying(LIES.get(title)));
            Steps steps = new Steps(client.lookup(server.address() + "/ferry", Ferry.class));
            List<Step> wanted = steps.all().stream()
                    .filter(step -> step.title().equals(title))
                    .toList();

            assertThat(wanted).hasSize(1);
            assertThatThrownBy(() -> wanted.getFirst().check().run()).isInstanceOf(AssertionError.class);
        }
    }

    private static Ferry lying(Map<String, Object> lies) {
        RiverFerry honest = new RiverFerry();
        return (Ferry) Proxy.newProxyInstance(
                Ferry.class.getClassLoader(), new Class<?>[] {Ferry.class}, (_, method, arguments) -> {
                    Object lie = lies.get(method.getName());
                    if (lie != null) {
                        return lie;
                    }
                    try {
                        return method.invoke(honest, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
