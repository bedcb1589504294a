package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the list of the exported types in the record of what the API promises. */
class ApiTest {
    private static final Path RECORD = Path.of("docs/decisions/0071-what-the-api-promises.md");
    private static final String EXPORTED = "dev.wherry.mobility";

    @Test
    void listsAllExportedTypesInTheRecord() throws IOException {
        List<String> types = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(EXPORTED).stream()
                        .filter(type -> type.getPackageName().equals(EXPORTED))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
                        .map(JavaClass::getName)
                        .sorted()
                        .toList();
        List<String> listed = Pattern.compile("`(dev\\.wherry\\.mobility\\.[A-Z][A-Za-z]*)`")
                .matcher(Files.readString(Checkout.root().resolve(RECORD)))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(listed).isNotEmpty().containsExactlyElementsOf(types);
    }
}
