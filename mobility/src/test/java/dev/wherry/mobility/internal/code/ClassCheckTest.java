package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.constant.ModuleDesc;
import java.util.List;
import org.assertj.core.api.StringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassCheckTest {
    private static final MobilityPolicy POLICY = MobilityPolicy.acceptAnyone();
    private static final ClassDesc UNSAFE = ClassDesc.of("sun.misc.Unsafe");

    @Test
    void letsOrdinaryClassesInAndTellsWhatIsAboveThem() throws IOException {
        assertThat(new ClassCheck(POLICY).check(compiled(StringAssert.class)).above())
                .containsExactly("org.assertj.core.api.AbstractStringAssert");
        assertThat(new ClassCheck(POLICY)
                        .check(Made.heir("acme.A", "acme.B", "acme.C", "java.lang.Runnable"))
                        .above())
                .containsExactly("acme.B", "acme.C", "java.lang.Runnable");
    }

    @Test
    void refusesNativeMethods() {
        ClassBytes file = Made.file(
                "com.acme.T",
                content -> content.withMethod(
                        "x",
                        MethodTypeDesc.of(ConstantDescs.CD_int),
                        ClassFile.ACC_NATIVE | ClassFile.ACC_PUBLIC,
                        _ -> {}));
        assertThatThrownBy(() -> checkAll(POLICY, file))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessage("Class com.acme.T: the policy's rule 'no native methods' refuses its method x()I");
    }

    @Test
    void refusesInternalsOfTheJdkWhereverTheyAreNamed() {
        refuses(Made.calling("acme.T", "sun.misc.Unsafe", "getUnsafe"), Rule.NO_INTERNALS);
        refuses(Made.calling("acme.T", "jdk.internal.misc.VM", "initLevel"), Rule.NO_INTERNALS);
        refuses(Made.calling("acme.T", "sun.reflect.ReflectionFactory", "x"), Rule.NO_INTERNALS);
        refuses(Made.file("acme.T", content -> content.withField("unsafe", UNSAFE, 0)), Rule.NO_INTERNALS);
        refuses(Made.file("acme.T", content -> content.withField("all", UNSAFE.arrayType(), 0)), Rule.NO_INTERNALS);
        refuses(Made.saying("acme.T", "sun.misc.Unsafe"), Rule.NO_INTERNALS);
        refuses(Made.saying("acme.T", "[Ljdk.internal.misc.Unsafe;"), Rule.NO_INTERNALS);
        refuses(Made.heir("acme.T", "jdk.internal.loader.BuiltinClassLoader"), Rule.NO_INTERNALS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdk.internal.", "jdk.internal.misc.", "jdk/internal/misc/", "jdk/internal/misc", "sun.reflect."
            })
    void refusesHowNamesOfInternalsBegin(String text) {
        refuses(Made.saying("acme.T", text), Rule.NO_INTERNALS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How to do without sun.misc.Unsafe",
                "com.acme.jdk.internal.X",
                "jdk.internally",
                "unsafe",
                "jdk.internal.reflect",
                "sun.reflect.annotation"
            })
    void letsTextsOnInternalsOfTheJdkIn(String text) {
        assertThatCode(() -> checkAll(POLICY, Made.saying("acme.T", text))).doesNotThrowAnyException();
    }

    @Test
    void letsALongTextInThatBeginsAsANameOfInternals() {
        String text = "jdk.internal" + ".a".repeat(20_000);
        assertThatCode(() -> checkAll(POLICY, Made.saying("acme.T", text))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.System, load",
        "java.lang.System, loadLibrary",
        "java.lang.Runtime, load",
        "java.lang.foreign.Linker, nativeLinker",
        "java.lang.foreign.MemorySegment, reinterpret",
        "java.lang.foreign.SymbolLookup, libraryLookup"
    })
    void refusesNativeCode(String owner, String method) {
        refuses(Made.calling("acme.T", owner, method), Rule.NO_NATIVE_CODE);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.invoke.MethodHandles$Lookup, defineClass",
        "java.lang.invoke.MethodHandles$Lookup, defineHiddenClass",
        "java.lang.ModuleLayer, defineModulesWithOneLoader",
        "java.net.URLClassLoader, newInstance"
    })
    void refusesWhatBringsInClassesThatNoRuleHasSeen(String owner, String method) {
        refuses(Made.calling("acme.T", owner, method), Rule.NO_CLASS_LOADERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.ClassLoader", "java.net.URLClassLoader", "java.security.SecureClassLoader"})
    void refusesClassLoaders(String superclass) {
        ClassBytes loader = Made.file(
                "acme.Loader",
                content -> content.withSuperclass(ClassDesc.of(superclass))
                        .withMethodBody(
                                ConstantDescs.INIT_NAME,
                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                0,
                                code -> code.aload(0)
                                        .invokespecial(
                                                ClassDesc.of(superclass),
                                                ConstantDescs.INIT_NAME,
                                                MethodTypeDesc.of(ConstantDescs.CD_void))
                                        .return_()));
        refuses(loader, Rule.NO_CLASS_LOADERS);
    }

    @ParameterizedTest
    @CsvSource({"java.lang.System, exit", "java.lang.Runtime, exit", "java.lang.Runtime, halt"})
    void refusesToEndTheHostButNotItsChild(String owner, String method) {
        ClassBytes file = Made.calling("acme.T", owner, method);
        refuses(file, Rule.NO_EXIT);
        assertThatCode(() -> checkAll(
                        POLICY.toBuilder().child(ChildLimits.defaults()).build(), file))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.T",
                "java.T",
                "javax.swing.T",
                "javax.crypto.T",
                "jdk.acme.T",
                "sun.acme.T",
                "com.sun.net.httpserver.T",
                "org.w3c.dom.T",
                "dev.wherry.T",
                "dev.wherry.spi.T",
                "dev.wherry.internal.session.T",
                "dev.wherry.mobility.T"
            })
    void refusesPackagesOfTheJdkAndOfWherryWhateverThePolicyAllows(String name) {
        refuses(Made.file(name), Rule.RESERVED_PACKAGES);
        refuses(
                POLICY.toBuilder()
                        .allow(name.substring(0, name.lastIndexOf('.')))
                        .build(),
                Made.file(name),
                Rule.RESERVED_PACKAGES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "T",
                "javax.inject.T",
                "com.sun.jna.T",
                "javafx.T",
                "sunny.T",
                "dev.wherry.examples.T",
                "dev.wherry.cli.T",
                "dev.wherryland.T"
            })
    void letsPackagesInThatOnlyLookLikeThose(String name) {
        assertThatCode(() -> checkAll(POLICY, Made.file(name))).doesNotThrowAnyException();
    }

    @Test
    void holdsToThePackagesOfThePolicy() {
        MobilityPolicy some =
                POLICY.toBuilder().allow("com.acme.*").deny("com.acme.secret").build();
        assertThatCode(() -> checkAll(some, Made.file("com.acme.tasks.T"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> new ClassCheck(some).check(Made.file("com.acme.secret.T")))
                .hasMessage("Class com.acme.secret.T: the policy's rule 'allowed packages' refuses the package"
                        + " 'com.acme.secret': allowed are com.acme.* but com.acme.secret");
        refuses(some, Made.file("org.other.T"), Rule.PACKAGES);
    }

    @Test
    void refusesWhatIsCalledOtherwiseInside() {
        refuses(ClassBytes.of("acme.T", Made.file("acme.U").bytes()), Rule.AS_ANNOUNCED);
        refuses(ClassBytes.of("acme.T", Made.file("java.lang.T").bytes()), Rule.AS_ANNOUNCED);
    }

    @Test
    void refusesModules() {
        byte[] module = ClassFile.of().buildModule(ModuleAttribute.of(ModuleDesc.of("acme"), _ -> {}));
        refuses(ClassBytes.of("module-info", module), Rule.NO_MODULES);
    }

    @Test
    void refusesClassFilesOfALaterJava() {
        ClassBytes file = Made.file("acme.T", content -> content.withVersion(ClassFile.latestMajorVersion() + 1, 0));
        refuses(file, Rule.VERSION);
    }

    @Test
    void refusesLargeClassFiles() {
        ClassBytes file = Made.saying("acme.T", "x".repeat(2_000));
        MobilityPolicy small = POLICY.toBuilder()
                .limits(CodeLimits.builder().classBytes(1_000).build())
                .build();
        refuses(small, file, Rule.CLASS_BYTES);
    }

    /** HotSpot reads visible ones by recursion and does not survive these; see {@link HostileClassesTest}. */
    @Test
    void refusesAnnotationsNestedDeeply() {
        int most = POLICY.limits().nesting();
        assertThatCode(() -> checkAll(POLICY, annotated(most - 2))).doesNotThrowAnyException();
        refuses(annotated(most), Rule.NESTING);
    }

    static ClassBytes annotated(int depth) {
        AnnotationValue value = AnnotationValue.ofString("x");
        for (int i = 0; i < depth; i++) {
            value = i % 2 == 0
                    ? AnnotationValue.ofArray(value)
                    : AnnotationValue.ofAnnotation(
                            Annotation.of(ClassDesc.of("acme.Noted"), AnnotationElement.of("value", value)));
        }
        Annotation annotation = Annotation.of(ClassDesc.of("acme.Noted"), AnnotationElement.of("value", value));
        return Made.file("acme.T", content -> content.with(RuntimeVisibleAnnotationsAttribute.of(List.of(annotation))));
    }

    private static void refuses(ClassBytes file, Rule rule) {
        refuses(POLICY, file, rule);
    }

    private static void refuses(MobilityPolicy policy, ClassBytes file, Rule... oneOf) {
        assertThatThrownBy(() -> checkAll(policy, file))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessageStartingWith("Class " + file.name() + ": the policy's rule '")
                .extracting(Throwable::getMessage)
                .matches(
                        message -> List.of(oneOf).stream().anyMatch(rule -> message.contains("'" + rule + "'")),
                        "cites one of " + List.of(oneOf));
    }

    static ClassBytes compiled(Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
            return ClassBytes.of(type.getName(), in.readAllBytes());
        }
    }

    /** Returns the class, and whether it may be defined. */
    static void checkAll(MobilityPolicy policy, ClassBytes file) {
        CallException refusal = new ClassCheck(policy).check(file).refusal();
        if (refusal != null) {
            throw refusal;
        }
    }
}
