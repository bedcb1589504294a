package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Limits;
import dev.wherry.mobility.CodeLimits;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A child JVM has each limit of its parent, also one that is added later. */
class ChildHostTest {
    @Test
    void aChildHasEachLimitOfItsParent() throws ReflectiveOperationException {
        Map<String, Object> defaults = values(Limits.defaults());
        Limits.Builder builder = Limits.builder();
        changeAll(builder, defaults);
        Limits parents = builder.build();
        Map<String, Object> expected = values(parents);
        assertThat(expected)
                .hasSizeGreaterThan(10)
                .allSatisfy((name, value) -> assertThat(value).isNotEqualTo(defaults.get(name)));
        Map<String, Object> childs = values(ChildHost.limits(ChildHost.numbers(parents)));
        assertThat(childs.remove("idleTime")).isEqualTo(Duration.ofDays(36_500));
        expected.remove("idleTime");
        assertThat(childs).isEqualTo(expected);
    }

    @Test
    void aChildHasEachLimitOfCodeOfItsParent() throws ReflectiveOperationException {
        Map<String, Object> defaults = values(CodeLimits.defaults());
        CodeLimits.Builder builder = CodeLimits.builder();
        changeAll(builder, defaults);
        CodeLimits parents = builder.build();
        Map<String, Object> expected = values(parents);
        assertThat(expected)
                .hasSizeGreaterThan(5)
                .allSatisfy((name, value) -> assertThat(value).isNotEqualTo(defaults.get(name)));
        assertThat(values(ChildHost.codeLimits(ChildHost.numbers(parents)))).isEqualTo(expected);
    }

    /** Returns what the methods without parameters return that have the name of a limit. */
    private static Map<String, Object> values(Object limits) throws ReflectiveOperationException {
        Map<String, Object> values = new TreeMap<>();
        for (Method method : limits.getClass().getMethods()) {
            Class<?> type = method.getReturnType();
            if (method.getParameterCount() == 0
                    && method.getDeclaringClass() == limits.getClass()
                    && !method.getName().equals("hashCode")
                    && (type == int.class || type == long.class || type == Duration.class)) {
                values.put(method.getName(), method.invoke(limits));
            }
        }
        return values;
    }

    /** Changes each value, the greatest number downwards. */
    private static void changeAll(Object builder, Map<String, Object> values) throws ReflectiveOperationException {
        int step = 1;
        for (Map.Entry<String, Object> each : values.entrySet()) {
            int more = step++;
            switch (each.getValue()) {
                case Integer number ->
                    builder.getClass()
                            .getMethod(each.getKey(), int.class)
                            .invoke(builder, number == Integer.MAX_VALUE ? number - more : number + more);
                case Long number ->
                    builder.getClass().getMethod(each.getKey(), long.class).invoke(builder, number + more);
                case Duration time ->
                    builder.getClass().getMethod(each.getKey(), Duration.class).invoke(builder, time.plusMillis(more));
                default -> throw new AssertionError("a limit of another type: " + each);
            }
        }
    }
}
