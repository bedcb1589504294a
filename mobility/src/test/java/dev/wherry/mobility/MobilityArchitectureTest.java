package dev.wherry.mobility;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** The packages that each package of mobility may use. */
@AnalyzeClasses(packages = "dev.wherry.mobility", importOptions = ImportOption.DoNotIncludeTests.class)
class MobilityArchitectureTest {
    @ArchTest
    static final ArchRule usesWhatCoreExportsToIt = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "dev.wherry.mobility..",
                    "dev.wherry",
                    "dev.wherry.spi",
                    "dev.wherry.text",
                    "dev.wherry.internal.events",
                    "dev.wherry.internal.extension",
                    "dev.wherry.internal.invoke",
                    "dev.wherry.internal.types",
                    "dev.wherry.internal.wire")
            .because(
                    "all that it gets of a session is in the package extension, and it reports what it accepts to the audit");

    @ArchTest
    static final ArchRule exportedPackagesShowNothingInside = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.wherry.mobility")
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and(modifier(JavaModifier.PUBLIC).or(modifier(JavaModifier.PROTECTED)))
            .should()
            .haveRawReturnType(resideInAPackage("dev.wherry..internal.."))
            .orShould()
            .haveRawParameterTypes(anyElementThat(resideInAPackage("dev.wherry..internal..")))
            .because("a user could not name such a type");

    @ArchTest
    static final ArchRule parcelsKnowNoTasks = partKnowsNone("parcels", "tasks", "child");

    @ArchTest
    static final ArchRule bundlesKnowNoParcels = partKnowsNone("bundles", "tasks", "parcels", "child");

    @ArchTest
    static final ArchRule codeKnowsNoTasks = partKnowsNone("code", "bundles", "parcels", "tasks", "child");

    @ArchTest
    static final ArchRule codeKnowsNoCalls = noClasses()
            .that()
            .resideInAnyPackage("dev.wherry.mobility.internal.code..", "dev.wherry.mobility.internal.child..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.internal..")
            .because("class files and processes have nothing to do with calls");

    @ArchTest
    static final ArchRule childrenKnowNoTasks = partKnowsNone("child", "code", "bundles", "parcels", "tasks");

    private static ArchRule partKnowsNone(String user, String... used) {
        return noClasses()
                .that()
                .resideInAPackage("dev.wherry.mobility.internal." + user + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(Stream.of(used)
                        .map(name -> "dev.wherry.mobility.internal." + name + "..")
                        .toArray(String[]::new)))
                .because("tasks use parcels and children, parcels use bundles, bundles use code; and never the other"
                        + " way");
    }
}
