package dev.wherry.lab.report;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The results as CI servers read them: a test suite for each workload, a test case for each cell. It is ASCII, with all other
 * characters as references, so that it reads the same whatever encoding it passes through.
 */
final class JUnitXml {
    private final XMLStreamWriter out;
    private final Results results;
    private final Series series;

    private JUnitXml(XMLStreamWriter out, Results results) {
        this.out = out;
        this.results = results;
        series = new Series(results);
    }

    static String of(Results results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            XMLStreamWriter out = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, "US-ASCII");
            new JUnitXml(out, results).write();
            out.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("memory takes whatever is written", impossible);
        }
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    private void write() throws XMLStreamException {
        out.writeStartDocument("US-ASCII", "1.0");
        List<Cell> cells = results.cells();
        start("testsuites");
        attribute("name", "Wherry lab");
        counts(cells, results.absent().size());
        for (Grid grid : Grid.of(cells)) {
            suite(grid);
        }
        if (!results.absent().isEmpty()) {
            absent(results.absent());
        }
        end();
        out.writeEndDocument();
    }

    private void suite(Grid grid) throws XMLStreamException {
        String name = results.name(grid.suite(), grid.placement()) + "." + grid.name();
        start("testsuite");
        attribute("name", name);
        counts(grid.cells(), 0);
        Machine machine = results.machine(grid.suite(), grid.placement());
        attribute("timestamp", machine.startedAt().toString());
        start("properties");
        property("preset", results.preset());
        property("cpu", machine.cpu());
        property("cores", String.valueOf(machine.cores()));
        property("kernel", machine.kernel());
        property("jdk", machine.jdk());
        end();
        for (Cell cell : grid.cells()) {
            testCase(name, cell);
        }
        end();
    }

    private void testCase(String suite, Cell cell) throws XMLStreamException {
        start("testcase");
        attribute("classname", suite);
        attribute("name", "%s, %s".formatted(series.name(cell), Parameters.label(cell.params())));
        attribute("time", seconds(List.of(cell)));
        String trouble = Table.trouble(cell);
        if (cell.wrong()) {
            start("failure");
            attribute("type", trouble.isEmpty() ? cell.verdict().label() : "calls went wrong");
            attribute("message", trouble.isEmpty() ? cell.why() : trouble);
            text(cell.reason() == null ? trouble : cell.reason());
            end();
        } else if (cell.verdict() == Verdict.NOT_OFFERED) {
            skipped("not offered: " + cell.why());
        }
        if (!cell.rounds().isEmpty()) {
            start("system-out");
            text(figures(cell));
            end();
        }
        end();
    }

    private void absent(List<Absent> systems) throws XMLStreamException {
        start("testsuite");
        attribute("name", "absent systems");
        counts(List.of(), systems.size());
        for (Absent absent : systems) {
            start("testcase");
            attribute("classname", "absent systems");
            attribute("name", absent.system());
            attribute("time", "0");
            skipped("%s: %s; to install: %s".formatted(absent.status(), absent.probe(), absent.install()));
            end();
        }
        end();
    }

    /** The medians over the rounds, a line each with its unit, and the remarks of the tables. */
    private String figures(Cell cell) {
        String remark = Waits.remark(cell);
        return Measure.of(cell.params()).stream()
                        .filter(measure -> measure.median(cell).isPresent())
                        .map(measure -> "%s: %s"
                                .formatted(measure.column, measure.median(cell).getAsDouble()))
                        .collect(Collectors.joining("\n"))
                + (results.smoke() ? "\nof a smoke run: the figures mean nothing" : "")
                + (remark.isEmpty() ? "" : "\n" + remark);
    }

    private void counts(List<Cell> cells, int absent) throws XMLStreamException {
        long failures = cells.stream().filter(Cell::wrong).count();
        long skipped = cells.stream()
                .filter(cell -> cell.verdict() == Verdict.NOT_OFFERED)
                .count();
        attribute("tests", String.valueOf(cells.size() + absent));
        attribute("failures", String.valueOf(failures));
        attribute("errors", "0");
        attribute("skipped", String.valueOf(skipped + absent));
        attribute("time", seconds(cells));
    }

    /** Of the measured rounds. */
    private static String seconds(List<Cell> cells) {
        return String.format(
                Locale.ROOT,
                "%.3f",
                cells.stream()
                        .flatMap(cell -> cell.rounds().stream())
                        .mapToDouble(Round::seconds)
                        .sum());
    }

    private void property(String name, String value) throws XMLStreamException {
        start("property");
        attribute("name", name);
        attribute("value", value);
        end();
    }

    private void skipped(String why) throws XMLStreamException {
        start("skipped");
        attribute("message", why);
        end();
    }

    private void start(String element) throws XMLStreamException {
        out.writeStartElement(element);
    }

    private void end() throws XMLStreamException {
        out.writeEndElement();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        out.writeAttribute(name, allowed(value));
    }

    private void text(String value) throws XMLStreamException {
        out.writeCharacters(allowed(value));
    }

    /** The writer escapes what XML can say; what it cannot, such as most control characters, becomes a question mark. */
    private static String allowed(String text) {
        StringBuilder allowed = new StringBuilder(text.length());
        text.codePoints().map(c -> isAllowed(c) ? c : '?').forEach(allowed::appendCodePoint);
        return allowed.toString();
    }

    private static boolean isAllowed(int c) {
        boolean blank = c == '\t' || c == '\n';
        boolean before = c >= 0x20 && c < 0xd800;
        boolean after = c >= 0xe000 && c < 0xfffe;
        return blank || before || after || c >= 0x10000;
    }
}
