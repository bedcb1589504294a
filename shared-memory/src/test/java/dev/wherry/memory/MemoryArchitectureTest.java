package dev.wherry.memory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of core that shared memory may use. */
@AnalyzeClasses(packages = "dev.wherry.memory", importOptions = ImportOption.DoNotIncludeTests.class)
class MemoryArchitectureTest {
    @ArchTest
    static final ArchRule knowsLinksOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "dev.wherry",
                    "dev.wherry.spi",
                    "dev.wherry.internal.extension",
                    "dev.wherry.internal.wire",
                    "dev.wherry.memory..",
                    "dev.wherry.transport")
            .because("the session decides which side offers shared memory, and what the rings carry");
}
