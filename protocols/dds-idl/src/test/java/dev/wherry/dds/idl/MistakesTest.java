package dev.wherry.dds.idl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IDL with mistakes, and IDL that is made to harm. */
class MistakesTest {
    @TempDir
    Path folder;

    private static List<String> mistakes(String text) {
        IdlException failure = catchThrowableOfType(
                IdlException.class, () -> IdlImport.builder().read("a.idl", text));
        assertThat(failure).as(text).isNotNull();
        return failure.problems().stream().map(IdlProblem::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "struct A { long b }; | a.idl:1:19: unexpected '}'; expected ';' or ','",
                "struct A { wstring b; }; | a.idl:1:12: wstring is not supported. Use string, which is UTF-8",
                "struct A { long double b; }; | a.idl:1:12: long double is not supported, since Java has no such number. Use double",
                "struct A { any b; }; | a.idl:1:12: any is not supported, since DDS does not have it",
                "struct A { fixed<5,2> b; }; | a.idl:1:12: fixed is not supported, since DDS does not have it",
                "valuetype V { public long a; }; | a.idl:1:1: valuetype is not supported, since DDS-RPC does not have it",
                "bitmask M { A }; | a.idl:1:1: bitmask is not supported, since DDS-RPC does not have it",
                "native N; | a.idl:1:1: native is not supported, since DDS-RPC does not have it",
                "struct A { B b; }; | a.idl:1:12: 'B' is not declared",
                "struct A { A a; }; | a.idl:1:12: 'A' is not complete here, and no type of DDS contains itself",
                "struct A; struct B { sequence<A> a; }; | a.idl:1:31: 'A' is not complete here, and no type of DDS contains itself",
                "struct A { long a; long A; }; | a.idl:1:25: there is another member 'A'",
                "struct A { @id(0) long a; @id(0) long b; }; | a.idl:1:39: there is another member with the id 0",
                "struct A {}; struct a {}; | a.idl:1:21: 'a' is already declared in this scope, as 'A'",
                "struct Ab {}; struct B { aB c; }; | a.idl:1:26: 'aB' was declared as 'Ab'",
                "interface I {}; struct A { I i; }; | a.idl:1:28: 'I' is an interface: it is passed by reference, which DDS cannot do",
                "interface I { oneway long a(); }; | a.idl:1:15: a oneway operation has neither a result, nor out parameters, nor exceptions",
                "interface I { void a(); void A(); }; | a.idl:1:25: the interface or a base has an operation 'A' already",
                "interface I; interface J : I {}; | a.idl:1:28: 'I' is not an interface whose definition is complete",
                "interface I { void a() raises (I); }; | a.idl:1:32: 'I' is not an exception",
                "const long A = 1 / (1 - 1); | a.idl:1:20: division by zero",
                "const octet A = 256; | a.idl:1:17: the value is not one of the type octet",
                "const long A = 1 << 64; | a.idl:1:21: a shift is by 0 to 63 bits",
                "const long A = 099; | a.idl:1:16: '099' is not an octal number, which a 0 begins",
                "const string A = 5; | a.idl:1:18: the value is not one of the type string",
                "const float A = 1e39; | a.idl:1:17: the value is not one of the type float",
                "const double A = 1e999; | a.idl:1:18: the number is too large",
                "struct A { string<0> a; }; | a.idl:1:19: a size is a number from 1 to 16777216",
                "struct A { long a[5000][5000]; }; | a.idl:1:18: an array has at most 16777216 elements",
                "union U switch (long) { case 1: long a; case 1: long b; }; | a.idl:1:41: another case has the same label",
                "union U switch (boolean) { case TRUE: long a; case FALSE: long b; default: long c; }; | a.idl:1:1: the default case is never chosen",
                "union U switch (float) { case 1: long a; }; | a.idl:1:17: float is not supported as a discriminator",
                "@mutable union U switch (long) { case 1: long a; }; | a.idl:1:10: only a structure can be mutable, since Cyclone DDS does not support other types",
                "enum E { A, @value(0) B }; | a.idl:1:13: there is another literal with the value 0, or it is too large",
                "enum E { A }; enum F { A }; | a.idl:1:24: 'A' is already declared in this scope",
                "struct A { @key @optional long a; }; | a.idl:1:32: a key cannot be optional",
                "#include <x.idl> | a.idl:1:1: 'x.idl' is not found",
                "#if 1 | a.idl:1:1: an #if has no #endif",
                "#endif | a.idl:1:1: #endif without #if",
                "#define A 5 | a.idl:1:1: a macro with a value is not supported. Use const",
                "struct A { long $; }; | a.idl:1:17: unexpected character '$'"
            })
    void reportsThePlaceAndTheReason(String text, String mistake) {
        assertThat(mistakes(text)).contains(mistake);
    }

    @Test
    void reportsAllMistakesOfARun() {
        assertThat(mistakes("""
                module m {
                    struct A { any b; };
                    struct B { A a; long c, c; };
                    interface I { void f(in wstring x); };
                };
                """)).hasSize(3);
        assertThat(mistakes("struct A { long b c; };\nstruct B { long ; };\n"))
                .allMatch(each -> each.startsWith("a.idl:1:19") || each.startsWith("a.idl:2:17"))
                .hasSize(2);
        assertThat(mistakes("struct A { any b; };".repeat(500))).hasSize(50);
    }

    @Test
    void namesTheIncludedFile() throws IOException {
        Files.writeString(folder.resolve("base.idl"), "struct Base {\n  any a;\n};\n");
        Path main =
                Files.writeString(folder.resolve("main.idl"), "#include \"base.idl\"\nstruct A { Base b; any c; };\n");
        assertThatThrownBy(() -> IdlImport.builder().read(main))
                .isInstanceOf(IdlException.class)
                .hasMessageContaining("base.idl:2:3: any")
                .hasMessageContaining("main.idl:2:20: any");
    }

    @Test
    void includesFilesOfAllowedFoldersOnly() throws Exception {
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Files.writeString(folder.resolve("secret.idl"), "struct Secret { long a; };\n");
        Path main = Files.writeString(inner.resolve("main.idl"), "#include \"../secret.idl\"\n");
        assertThatThrownBy(() -> IdlImport.builder().read(main)).hasMessageContaining("outside of the folder");
        assertThat(IdlImport.builder().include(folder).read(main).sources()).containsKey("idl/Secret.java");
        Path endless = Files.writeString(folder.resolve("endless.idl"), "#include \"endless.idl\"\n");
        assertThatThrownBy(() -> IdlImport.builder().read(endless)).hasMessageContaining("more than 20 deep");
    }

    @Test
    void refusesNestingWithoutExhaustingTheStack() {
        int deep = 100_000;
        for (String text : List.of(
                "module a {\n".repeat(deep),
                "const long A = " + "(\n".repeat(deep) + "1" + ")\n".repeat(deep) + ";",
                "struct A { " + "sequence<\n".repeat(deep) + "long" + ">\n".repeat(deep) + " a; };",
                "@a" + "(@b(\n".repeat(deep),
                "valuetype A " + "{\n".repeat(deep))) {
            assertThat(mistakes(text)).anyMatch(each -> each.contains("nested more than 50 deep"));
        }
        StringBuilder chain = new StringBuilder("struct A0 { long a; };\n");
        for (int i = 1; i < 1_500; i++) {
            chain.append("struct A" + i + " { A" + (i - 1) + " a; A" + (i - 1) + " b; };\n");
        }
        assertThat(mistakes(chain.toString())).anyMatch(each -> each.contains("nested more than 60 deep"));
        StringBuilder bases = new StringBuilder("interface A0 {};\n");
        for (int i = 1; i < 1_500; i++) {
            bases.append("interface A" + i + " : A" + (i - 1) + " {};\n");
        }
        assertThat(mistakes(bases.toString())).anyMatch(each -> each.contains("extends at most 100"));
    }

    @Test
    void readsLongChainsOfOperatorsAndNames() throws Exception {
        String long_ = "const long A = " + "- \n".repeat(20_000) + "1" + " + 1\n".repeat(20_000) + ";";
        assertThat(IdlImport.builder().read("a.idl", long_).sources()).hasSize(1);
        assertThat(mistakes("struct A { " + "a::\n".repeat(50_000) + "b c; };")).hasSize(1);
    }

    @Test
    void limitsTheSizeAndTheNumberOfDefinitions() {
        assertThat(mistakes("struct A;\n".repeat(150_000))).isNotEmpty();
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            many.append("struct A" + i + " {};\n");
        }
        assertThat(mistakes(many.toString())).anyMatch(each -> each.contains("more than 2000 definitions"));
        assertThatThrownBy(() -> IdlImport.builder().read("a.idl", " ".repeat(2_000_001)))
                .isInstanceOf(IOException.class);
    }

    /** Each mutant is refused with a place, or its sources compile. */
    @Test
    void survivesMutants() throws Exception {
        String text = ImportTest.resource("shop.idl");
        Random random = new Random(30);
        int compiled = 0;
        for (int i = 0; i < 400; i++) {
            String mutant = mutant(text, random);
            try {
                IdlImport imported = IdlImport.builder().read("shop.idl", mutant);
                if (compiled++ < 12) {
                    Compiled.of(imported.sources());
                }
            } catch (IdlException e) {
                assertThat(e.problems()).allMatch(each -> each.line() > 0 && each.column() > 0);
            }
        }
        assertThat(compiled).isPositive();
    }

    private static String mutant(String text, Random random) {
        List<String> words = new ArrayList<>(List.of(text.split("(?<=\\W)|(?=\\W)")));
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(5)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(random.nextInt(words.size())));
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                case 3 -> words.set(at, words.get(at) + (char) random.nextInt(300));
                default ->
                    words.subList(at, Math.min(words.size(), at + random.nextInt(20)))
                            .clear();
            }
        }
        return String.join("", words);
    }
}
