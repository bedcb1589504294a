package dev.wherry.bench.lasting;

import dev.wherry.bench.lasting.Figure.Met;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures on real processes what connections that heal promise: see {@code docs/guide/connections.md}. Prints a table with a line for
 * each figure. Arguments: the rows to measure; without them all. The argument {@code brief} measures each in its shortest form, which
 * shows that the command works and judges no time. The exit status is 1 if a figure is not met.
 */
public final class Lasting {
    static final String LINE = "%-10s %-64s %-46s %-24s %s";

    /** A group of figures. */
    interface Row {
        /**
         * Measures.
         *
         * @param folder for files, empty
         * @param brief whether the shortest form is enough
         */
        List<Figure> measure(Path folder, boolean brief) throws Exception;
    }

    private static final Map<String, Row> ROWS = rows();

    private Lasting() {}

    private static Map<String, Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        rows.put("restart", Restarts::measure);
        rows.put("kill", Trials::kill);
        rows.put("rolling", Trials::rolling);
        rows.put("failover", Failover::measure);
        rows.put("blackhole", BlackHoles::measure);
        rows.put("slow", BesideSlowClients::measure);
        rows.put("stop", Trials::stop);
        rows.put("loss", Trials::loss);
        rows.put("soak", Soak::measure);
        rows.put("objects", Trials::objects);
        rows.put("faults", Trials::faults);
        return rows;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> names = new ArrayList<>(Arrays.asList(arguments));
        boolean brief = names.remove("brief");
        if (!ROWS.keySet().containsAll(names)) {
            System.err.println("The rows are " + String.join(" ", ROWS.keySet()));
            System.exit(2);
        }
        PrintStream out = System.out;
        // Trials print what they do, so the table is printed after them.
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, LINE, "row", "figure", "measured", "required", "met"));
        boolean met = true;
        for (String name : names.isEmpty() ? ROWS.keySet() : names) {
            for (Figure measured : measure(name, brief)) {
                Figure figure = brief ? measured.ofBriefRun() : measured;
                lines.add(figure.line(name));
                met &= figure.met() != Met.NO;
            }
        }
        lines.forEach(out::println);
        System.exit(met ? 0 : 1);
    }

    private static List<Figure> measure(String name, boolean brief) throws Exception {
        Path folder = Files.createTempDirectory("lasting");
        try {
            return ROWS.get(name).measure(folder, brief);
        } finally {
            delete(folder);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> {
                try {
                    Files.delete(each);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
