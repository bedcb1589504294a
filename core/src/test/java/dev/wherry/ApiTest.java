package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps the exported types few, and their list in the record of what the API promises. A nested type does not count. It is a
 * part of its outer type, such as a builder or an enum of codes, and is documented on the same page. The limit was set for
 * top-level types, and nesting is the remedy that a failure names.
 */
class ApiTest {
    private static final Path RECORD = Path.of("docs/decisions/0071-what-the-api-promises.md");
    private static final int MOST_TYPES = 50;
    private static final Set<String> EXPORTED = Set.of("dev.wherry", "dev.wherry.spi", "dev.wherry.statistics");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(EXPORTED);

    @Test
    void exportsFewTypes() {
        assertThat(types())
                .as("exported types of core; make one internal, or nest it in the type that it belongs to")
                .hasSizeLessThanOrEqualTo(MOST_TYPES);
    }

    @Test
    void listsAllOfThemInTheRecord() throws IOException {
        String listed = Files.readString(Checkout.root().resolve(RECORD));
        List<String> named = Pattern.compile("`dev\\.wherry[.a-z]*\\.[A-Z][A-Za-z]*`")
                .matcher(listed)
                .results()
                .map(found -> found.group().replace("`", ""))
                .filter(name -> EXPORTED.contains(name.substring(0, name.lastIndexOf('.'))))
                .toList();
        assertThat(named).containsExactlyElementsOf(types());
    }

    private List<String> types() {
        return classes.stream()
                .filter(type -> EXPORTED.contains(type.getPackageName()))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
                .map(JavaClass::getName)
                .sorted()
                .toList();
    }
}
