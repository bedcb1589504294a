package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** The BOM has no parent, so that nothing but this keeps it in step with the modules. */
class BomTest {
    private static final Path ROOT = Checkout.root();

    /** Modules that users do not depend on: programs, and helpers of tests. */
    private static final Set<String> NOT_PUBLISHED =
            Set.of("bom", "test-support", "cli", "bench", "fuzz", "lab", "examples", "security/gauntlet");

    @Test
    void namesEveryModuleThatUsersDependOn() throws Exception {
        List<String> published = texts(ROOT.resolve("pom.xml"), "/project/modules/module").stream()
                .filter(module -> NOT_PUBLISHED.stream().noneMatch(Path.of(module)::startsWith))
                .map(module -> texts(ROOT.resolve(module).resolve("pom.xml"), "/project/artifactId")
                        .getFirst())
                .toList();
        assertThat(texts(ROOT.resolve("bom/pom.xml"), "//dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void isOfTheVersionThatItNames() throws Exception {
        List<String> version = texts(ROOT.resolve("pom.xml"), "/project/version");
        assertThat(texts(ROOT.resolve("bom/pom.xml"), "/project/version | //dependency/version"))
                .isNotEmpty()
                .allMatch(version.getFirst()::equals);
    }

    private static List<String> texts(Path pom, String path) {
        try (var in = Files.newInputStream(pom)) {
            var document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            var nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(index -> nodes.item(index).getTextContent())
                    .toList();
        } catch (Exception e) {
            throw new AssertionError("Cannot read " + pom, e);
        }
    }
}
