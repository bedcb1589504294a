package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IdlCommandTest {
    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void writesTheIdlOfAnInterface() throws IOException {
        assertThat(Ran.wherry("idl", "export", "acme.Bank").out())
                .contains("module acme {")
                .contains("interface Bank {");
        Path topics = folder.resolve("topics.idl");
        assertThat(Ran.wherry("idl", "export", "acme.Bank", "--topics", "-o", topics.toString())
                        .status())
                .isZero();
        assertThat(topics).content().contains("@final struct Bank_Request {");
    }

    @Test
    void writesTheSourcesOfAFile() throws IOException {
        String idl = file("a.idl", "module m {\n  @unit(\"m\") struct A { long b; };\n};\n");
        Path sources = folder.resolve("src");
        Ran ran = Ran.wherry("idl", "import", idl, "-o", sources.toString(), "--package", "acme.x", "--final");
        Path written = sources.resolve("acme/x/m/A.java");
        assertThat(ran.line()).isEqualTo(written.toString());
        assertThat(ran.err()).contains("warning: ").contains("a.idl:2:3: @unit is ignored");
        assertThat(written).content().contains("@Final").contains("public record A(");
    }

    @Test
    void reportsAllMistakesWithTheirPlaces() throws IOException {
        Ran ran = Ran.wherry("idl", "import", file("a.idl", "struct A { any b; };\nstruct B { C c; };\n"));
        assertThat(ran.status()).isEqualTo(ExitCode.USAGE.status());
        assertThat(ran.err()).contains("a.idl:1:12: any is not supported").contains("a.idl:2:12: 'C' is not declared");
    }

    @Test
    void reportsFiftyMistakesOnLinesOfTheirOwn() throws IOException {
        String mistakes = "\u001b[2J\u009b\n".repeat(30);
        List<String> lines = Ran.wherry("idl", "import", file("a.idl", mistakes))
                .err()
                .lines()
                .toList();
        assertThat(lines).hasSize(51);
        assertThat(lines.getFirst()).isEqualTo("wherry: The IDL has mistakes:");
        assertThat(lines.subList(1, 51)).allMatch(each -> each.matches("  .*a\\.idl:\\d+:\\d+: \\P{Cc}+"));
        assertThat(String.join(" ", lines)).contains("\\u001b");
    }

    @Test
    void refusesWhatCannotBeTranslated() throws IOException {
        assertThat(Ran.wherry("idl", "export", "java.lang.String").err()).contains("is not an interface");
        assertThat(Ran.wherry("idl", "export", "acme.Nothing").status()).isEqualTo(ExitCode.NOT_FOUND.status());
        assertThat(Ran.wherry("idl", "import", folder.resolve("none.idl").toString())
                        .err())
                .contains("No such file");
        assertThat(Ran.wherry("idl", "import", file("a.idl", ""), "--package", "java.x")
                        .err())
                .contains("cannot be the name of a package");
        Ran ofFolder = Ran.wherry("idl", "import", folder.toString());
        assertThat(ofFolder.err()).contains("is a folder");
        assertThat(ofFolder.status()).isEqualTo(ExitCode.USAGE.status());
        Ran ofNothing = Ran.wherry("idl", "import", file("empty.idl", "// nothing\n"), "-o", folder.toString());
        assertThat(ofNothing.err()).contains("empty.idl defines nothing");
        assertThat(ofNothing.status()).isEqualTo(ExitCode.USAGE.status());
        assertThat(Ran.wherry("idl").err()).contains("Missing command. Commands: export, import");
    }
}
