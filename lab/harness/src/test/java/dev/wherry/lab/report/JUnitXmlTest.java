package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.SampleRound;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitXmlTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    private static Document parse(Results results) throws Exception {
        String xml = Report.junit(results);
        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(xml)).isTrue();
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> all(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static Element testCase(Document document, String name) {
        return all(document, "testcase").stream()
                .filter(each -> each.getAttribute("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void makesATestCaseOfEachCellAndOfEachAbsentSystem() throws Exception {
        Results sample = Samples.ordinary();
        Document document = parse(sample);

        assertThat(all(document, "testcase"))
                .hasSize(sample.cells().size() + sample.absent().size());
        Element root = document.getDocumentElement();
        assertThat(root.getAttribute("tests"))
                .isEqualTo(String.valueOf(all(document, "testcase").size()));
        assertThat(root.getAttribute("failures")).isEqualTo("2");
        assertThat(all(document, "failure")).hasSize(2);
        assertThat(root.getAttribute("skipped")).isEqualTo("1");
        assertThat(all(document, "testsuite"))
                .extracting(each -> each.getAttribute("name"))
                .containsExactly(
                        "mobility.people-by-threads", "mobility.people-by-size", "latency.octets", "absent systems");
    }

    @Test
    void tellsWhatFailedAndWhatIsAbsentAndTheFiguresOfTheOthers() throws Exception {
        Document document = parse(Samples.ordinary());

        Element wrong = testCase(document, "floor-tcp, bytes 65536");
        Element failure = (Element) wrong.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("did not conform");
        assertThat(failure.getAttribute("message")).contains("answer 17 of caller 3 had 65535 bytes");
        assertThat(((Element) testCase(document, "tao")
                                .getElementsByTagName("skipped")
                                .item(0))
                        .getAttribute("message"))
                .isEqualTo("absent: TAO_ROOT is not set; to install: build ACE+TAO and set TAO_ROOT");
        Element good = testCase(document, "rmi, threads 1, size 1");
        assertThat(good.getElementsByTagName("failure").getLength()).isZero();
        assertThat(good.getTextContent().lines()).contains("calls/s: 18000.0", "p50 µs: 55.555");
        assertThat(Double.parseDouble(good.getAttribute("time"))).isPositive();
    }

    @Test
    void countsACellWithCallsThatWentWrongAsAFailure() throws Exception {
        Round lossy = SampleRound.of(1, 97, 1)
                .latency(round(1, 97).latencyNanos())
                .wrong(0, 3, 0)
                .made();
        Cell cell = cell("loses", ONE, List.of(lossy), List.of());
        Document document = parse(Samples.results("quick", null, List.of(cell), List.of()));
        assertThat(all(document, "failure")).singleElement().satisfies(failure -> {
            assertThat(failure.getAttribute("type")).isEqualTo("calls went wrong");
            assertThat(failure.getTextContent()).isEqualTo("3 calls unanswered");
        });
    }

    @Test
    void escapesWhateverTextThereIs() throws Exception {
        Document document = parse(Samples.hostile());
        String hostile = Samples.HOSTILE.replace('\u001b', '?');

        assertThat(all(document, "testcase").getLast().getAttribute("name")).isEqualTo(hostile);
        assertThat(all(document, "script")).isEmpty();
        assertThat(all(document, "b")).isEmpty();
    }

    @Test
    void keepsWhatIsNoAsciiAndReplacesWhatIsNoXml() throws Exception {
        Cell cell = cell("a\u0000b\ufffe\ud800c \u00e9 \ud83d\ude00 ]]>", ONE, List.of(), List.of());
        Document document = parse(Samples.results("quick", null, List.of(cell), List.of()));
        assertThat(all(document, "testcase").getFirst().getAttribute("name"))
                .isEqualTo("a?b??c \u00e9 \ud83d\ude00 ]]>, threads 1");
    }
}
