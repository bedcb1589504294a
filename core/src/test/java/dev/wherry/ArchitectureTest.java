package dev.wherry;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.base.DescribedPredicate.or;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Timer;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Checks which package may use which. A failure prints the rule with its reason. */
@AnalyzeClasses(packages = "dev.wherry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> INSIDE = resideInAnyPackage(
            "dev.wherry.internal..",
            "dev.wherry.transport..",
            "dev.wherry.codec..",
            "dev.wherry.net",
            "dev.wherry.reflect",
            "dev.wherry.text");

    /** Not all of java.net: an address is a value. */
    private static final DescribedPredicate<JavaClass> SOCKETS = or(
                    assignableTo(Socket.class),
                    assignableTo(ServerSocket.class),
                    assignableTo(DatagramSocket.class),
                    assignableTo(URLConnection.class),
                    resideInAPackage("java.nio.channels.."))
            .as("sockets");

    @ArchTest
    static final ArchRule spiKnowsNothingInside = noClasses()
            .that()
            .resideInAPackage("dev.wherry.spi..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.wherry.internal..", "dev.wherry.transport..", "dev.wherry.codec..", "dev.wherry.net")
            .because("an extender's module compiles against the exported packages alone");

    @ArchTest
    static final ArchRule sharedPackagesKnowNothingOfWherry = noClasses()
            .that()
            .resideInAnyPackage("dev.wherry.net", "dev.wherry.reflect", "dev.wherry.text")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.wherry..")
                    .and(not(resideInAnyPackage("dev.wherry.net", "dev.wherry.reflect", "dev.wherry.text"))))
            .because("every other package may use them");

    @ArchTest
    static final ArchRule codecsShareNothingOfOneCodec = noClasses()
            .that()
            .resideInAPackage("dev.wherry.codec")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.codec.compact")
            .because("codec is what all codecs share, those of other modules too");

    @ArchTest
    static final ArchRule transportsAndCodecsKnowNothingInside = noClasses()
            .that()
            .resideInAnyPackage("dev.wherry.transport..", "dev.wherry.codec..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.internal..")
            .because("the built-in ones can do no more than those that others write");

    @ArchTest
    static final ArchRule transportsKnowNoCodec = noClasses()
            .that()
            .resideInAPackage("dev.wherry.transport..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.codec..")
            .because("a transport never sees a value");

    @ArchTest
    static final ArchRule coreNeedsNoNativeAccess = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.wherry.memory..", "java.lang.foreign..")
            .because(
                    "only the module dev.wherry.memory needs native access; core finds it by the service RingProvider");

    @ArchTest
    static final ArchRule codecsKnowNoTransport = noClasses()
            .that()
            .resideInAPackage("dev.wherry.codec..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.wherry.transport..").or(SOCKETS))
            .because("a codec never sees a socket");

    /** The subclasses of the streams in codec compact are made without a stream of bytes: they hand on fields, and parse nothing. */
    @ArchTest
    static final ArchRule objectStreamsAreNotRead = noClasses()
            .should()
            .callConstructor(ObjectInputStream.class, InputStream.class)
            .because("a program that depends on core alone cannot deserialize a JDK object stream; the module"
                    + " dev.wherry.codec.java does it, filtered");

    @ArchTest
    static final ArchRule protocolLogicHasNoThreadsClocksOrSockets = noClasses()
            .that()
            .resideInAPackage("dev.wherry.internal.wire..")
            .should()
            .dependOnClassesThat(or(
                    assignableTo(Thread.class),
                    assignableTo(LockSupport.class),
                    assignableTo(Executors.class),
                    assignableTo(ForkJoinPool.class),
                    assignableTo(Timer.class),
                    SOCKETS))
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .because("a simulation runs these very classes under its own clock, links and executor");

    @ArchTest
    static final ArchRule namesSayWhatAClassIs = noClasses()
            .should()
            .haveNameMatching(".*(Impl|(Manager|Helper|Util)s?)")
            .orShould()
            .haveSimpleNameStartingWith("Abstract")
            .because("an implementation's name says how (TcpTransport), and the others say what");

    @ArchTest
    static final ArchRule exportedPackagesShowNothingInside = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage("dev.wherry", "dev.wherry.spi", "dev.wherry.statistics")
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and(modifier(JavaModifier.PUBLIC).or(modifier(JavaModifier.PROTECTED)))
            .should()
            .haveRawReturnType(INSIDE)
            .orShould()
            .haveRawParameterTypes(anyElementThat(INSIDE))
            .because("a user could not name such a type");

    @ArchTest
    static final ArchRule usersNeedNoExtensionPoint = noClasses()
            .that()
            .resideInAnyPackage("dev.wherry", "dev.wherry.statistics")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.spi")
            .because("spi depends on dev.wherry, dev.wherry on statistics, and never the other way");

    @ArchTest
    static final ArchRule statisticsKnowNoEndpoint = noClasses()
            .that()
            .resideInAPackage("dev.wherry.statistics")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry")
            .because("spi depends on dev.wherry, dev.wherry on statistics, and never the other way");

    @ArchTest
    static final ArchRule typesKnowNoCalls =
            dependsOnNone("types", "invoke", "wire", "session", "endpoint", "loop", "objects", "events");

    @ArchTest
    static final ArchRule invokeKnowsNoWire =
            dependsOnNone("invoke", "wire", "session", "endpoint", "loop", "objects", "events");

    @ArchTest
    static final ArchRule wireKnowsNoSession =
            dependsOnNone("wire", "session", "endpoint", "loop", "objects", "events");

    @ArchTest
    static final ArchRule sessionKnowsNoEndpoint = dependsOnNone("session", "endpoint");

    @ArchTest
    static final ArchRule loopKnowsNoSession = dependsOnNone("loop", "session", "endpoint", "objects");

    @ArchTest
    static final ArchRule objectsKnowNoSession = dependsOnNone("objects", "session", "endpoint", "loop");

    @ArchTest
    static final ArchRule eventsKnowNoSession = dependsOnNone("events", "session", "endpoint", "objects", "loop");

    @ArchTest
    static final ArchRule localCallsKnowNoSession =
            dependsOnNone("local", "session", "endpoint", "loop", "objects", "events", "foreign", "extension");

    @ArchTest
    static final ArchRule foreignCallsKnowNoSession =
            dependsOnNone("foreign", "session", "endpoint", "objects", "extension");

    @ArchTest
    static final ArchRule extensionsKnowNoSession =
            dependsOnNone("extension", "session", "endpoint", "loop", "objects", "events", "local", "foreign");

    @ArchTest
    static final ArchRule statisticsKnowNoCalls = dependsOnNone(
            "statistics",
            "types",
            "invoke",
            "wire",
            "session",
            "endpoint",
            "loop",
            "objects",
            "events",
            "local",
            "foreign");

    @ArchTest
    static final ArchRule coreKnowsNoMobility = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.wherry.mobility..")
            .because("a program that depends on core alone cannot load the code of a peer");

    @ArchTest
    static final ArchRule coreDefinesGeneratedClassesOnly = noClasses()
            .that()
            .resideOutsideOfPackages("dev.wherry.internal.invoke..", "dev.wherry.codec.compact..")
            .should()
            .callMethodWhere(target(nameMatching("define(Hidden)?Class")))
            .orShould()
            .beAssignableTo(ClassLoader.class)
            .because(
                    "stubs, dispatchers and codecs are generated here; the code of a peer is defined by mobility alone");

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("dev.wherry.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package is a concept, and a reader must be able to begin somewhere");

    /** To the rule above all internal packages are one. */
    @ArchTest
    static final ArchRule internalPackagesHaveNoCycles = slices().matching("dev.wherry.internal.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package is a concept, and a reader must be able to begin somewhere");

    private static ArchRule dependsOnNone(String user, String... used) {
        return noClasses()
                .that()
                .resideInAPackage("dev.wherry.internal." + user + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(Stream.of(used)
                        .map(name -> "dev.wherry.internal." + name + "..")
                        .toArray(String[]::new)))
                .because("session uses wire, wire uses invoke, invoke uses types; and never the other way");
    }
}
