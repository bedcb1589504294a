package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The guide's page of the JDK's values says what is so. */
class JdkValuesPageTest {
    private static final Path PAGE = Path.of("../docs/guide/jdk-values.md");

    private static boolean isPublic(Class<?> type) {
        for (@Nullable Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return type.getModule().isExported(type.getPackageName());
    }

    private static String table(Predicate<Class<?>> kind) {
        Map<String, TreeSet<String>> packages = new TreeMap<>();
        for (String name : JdkTypes.values()) {
            Class<?> type = JdkTypes.find(name);
            if (type != null && isPublic(type) && kind.test(type)) {
                packages.computeIfAbsent(type.getPackageName(), absent -> new TreeSet<>())
                        .add(name.substring(type.getPackageName().length() + 1).replace('$', '.'));
            }
        }
        return packages.entrySet().stream()
                .map(row -> "| `" + row.getKey() + "` | " + String.join(", ", row.getValue()) + " |")
                .collect(Collectors.joining("\n"));
    }

    @Test
    void listsWhatTravels() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(table(type -> !type.isEnum() && !Throwable.class.isAssignableFrom(type)))
                .contains(table(Class::isEnum))
                .contains(table(Throwable.class::isAssignableFrom));
    }

    @Test
    void namesWhatIsNeverAValue() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(JdkTypes.powers()).allSatisfy(power -> assertThat(page).contains("`" + power + "`"));
    }
}
