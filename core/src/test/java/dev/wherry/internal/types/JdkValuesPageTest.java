package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The guide's page of the JDK's values says what is so. */
class JdkValuesPageTest {
    private static final Path PAGE = Checkout.root().resolve("docs/guide/jdk-values.md");

    private static boolean isPublic(Class<?> type) {
        for (@Nullable Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return type.getModule().isExported(type.getPackageName());
    }

    private static String table(Predicate<Class<?>> kind) {
        return table(JdkTypes.values().stream().map(JdkTypes::find).filter(type -> type != null && kind.test(type)));
    }

    private static String table(Stream<@Nullable Class<?>> types) {
        Map<String, TreeSet<String>> packages = new TreeMap<>();
        for (Class<?> type : types.filter(Objects::nonNull).toList()) {
            if (isPublic(type)) {
                packages.computeIfAbsent(type.getPackageName(), absent -> new TreeSet<>())
                        .add(type.getName()
                                .substring(type.getPackageName().length() + 1)
                                .replace('$', '.'));
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
    void listsWhatCannotBeRegisteredThoughItIsHarmless() throws Exception {
        List<Class<?>> internal = new ArrayList<>();
        for (String name : JdkRegistrations.internal()) {
            internal.add(Class.forName(name));
        }
        assertThat(Files.readString(PAGE)).contains(table(internal.stream()));
    }

    @Test
    void namesWhatIsNeverAValue() throws IOException {
        String page = Files.readString(PAGE);
        Stream<String> names = JdkTypes.POWERS.stream()
                .map(power -> power.endsWith(".") ? power.substring(0, power.length() - 1) : power);
        Stream<String> types = JdkTypes.POWERFUL.stream().map(Class::getSimpleName);
        assertThat(Stream.concat(names, types))
                .allSatisfy(power -> assertThat(page).contains("`" + power + "`"));
    }
}
