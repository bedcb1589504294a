package dev.wherry.gauntlet;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many chains were sent and how many have fired, by way in and by system. */
final class Matrix {
    static final String RMI = "Java RMI";
    static final String JSON = "JSON";
    static final List<String> SYSTEMS = List.of(RMI, "compact", "java", "kryo", "fory", "jboss", JSON);

    private final Map<Entry, Map<String, Count>> counts = new EnumMap<>(Entry.class);

    private record Count(int fired, int sent) {
        private Count plus(Count other) {
            return new Count(fired + other.fired, sent + other.sent);
        }
    }

    synchronized void add(Entry entry, String system, boolean fired) {
        counts.computeIfAbsent(entry, key -> new LinkedHashMap<>())
                .merge(system, new Count(fired ? 1 : 0, 1), Count::plus);
    }

    synchronized int fired(String system) {
        return counts.values().stream()
                .map(row -> row.get(system))
                .filter(count -> count != null)
                .mapToInt(Count::fired)
                .sum();
    }

    /** Returns the number of cells that were filled. */
    synchronized int size() {
        return counts.values().stream().mapToInt(Map::size).sum();
    }

    /** Returns the page of documentation. */
    synchronized String page() {
        StringBuilder page = new StringBuilder();
        page.append("# Gadget chains\n\n")
                .append("""
                        A gadget chain is a value whose reading runs code of the sender's choice, by classes that the reader has anyway. This page is
                        written by `GadgetMatrixTest`. It first reads each chain in a plain `ObjectInputStream` of the same JVM. Then it sends the chain
                        to each place that reads bytes of a peer, with all libraries on the class path of the reader. The effects are harmless. A
                        method of the tests is called, a file is written to a temporary directory, a port of the tests is reached, or a name is looked up.

                        ## Fired, of those sent

                        """)
                .append(row(Stream.concat(Stream.of("Way in"), SYSTEMS.stream()).toList()))
                .append("|---|" + "---|".repeat(SYSTEMS.size()) + "\n");
        counts.forEach((entry, row) -> page.append(row(Stream.concat(
                        Stream.of(entry.text),
                        SYSTEMS.stream()
                                .map(row::get)
                                .map(count -> count == null
                                        ? ""
                                        : count.fired == 0
                                                ? "0 of " + count.sent
                                                : "**" + count.fired + " of " + count.sent + "**"))
                .toList())));
        page.append("""

                An empty cell has no such way in. Codecs get each chain as an object stream, wherever they carry one, and as the codec itself
                writes objects. A client that allows every class sends what its codec can write; the number says how many chains that were.
                Java RMI has no filter here, as it is delivered; its registry has one.

                ## Chains that fire in a plain stream of this JDK

                """);
        page.append(row(List.of("Library", "Path"))).append("|---|---|\n");
        Chain.firing().forEach(chain -> page.append(row(List.of(chain.library, chain.path))));
        page.append("""

                `SignedObject` reads an object stream that it contains, without a filter. No option of the JVM opens a module for any of them.

                ## Chains that no longer fire

                """);
        page.append(row(List.of("Library", "Path", "Why"))).append("|---|---|---|\n");
        Stream.of(Chain.values())
                .filter(chain -> !chain.dead.isEmpty())
                .forEach(chain -> page.append(row(List.of(chain.library, chain.path, chain.dead))));
        return page.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
