package dev.wherry.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.wherry.lab", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("dev.wherry.(**)")
            .should()
            .beFreeOfCycles()
            .because("a package is a concept, and a reader must be able to begin somewhere");

    @ArchTest
    static final ArchRule harnessDoesNotDependOnTheSystemThatItJudges = noClasses()
            .that()
            .resideInAPackage("dev.wherry.lab..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.wherry..").and(resideOutsideOfPackage("dev.wherry.lab..")))
            .because("Wherry is one of the systems");
}
