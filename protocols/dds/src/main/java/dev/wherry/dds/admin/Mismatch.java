package dev.wherry.dds.admin;

import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.Qos;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Why a writer and a reader of one topic do not match.
 *
 * @param writer its GUID
 * @param reader its GUID
 * @param policy its name, or {@code type}
 */
public record Mismatch(String topic, String writer, String reader, String policy, String offered, String requested) {
    private static final int MOST = 1_000;
    private static final int MOST_PAIRS = 1_000_000;

    /** Returns the first ones. Partitions count only if they leave a writer or a reader alone, since they are there to separate. */
    static List<Mismatch> in(Collection<List<Discovered.Endpoint>> topics) {
        List<Mismatch> found = new ArrayList<>();
        int pairs = 0;
        for (List<Discovered.Endpoint> each : topics) {
            List<Discovered.Endpoint> writers =
                    each.stream().filter(Discovered.Endpoint::isWriter).toList();
            List<Discovered.Endpoint> readers =
                    each.stream().filter(one -> !one.isWriter()).toList();
            for (Discovered.Endpoint writer : writers) {
                for (Discovered.Endpoint reader : readers) {
                    if (found.size() >= MOST || ++pairs > MOST_PAIRS) {
                        return found;
                    }
                    if (sharesPartition(writer, reader)
                            || readers.stream().noneMatch(other -> sharesPartition(writer, other))
                            || writers.stream().noneMatch(other -> sharesPartition(other, reader))) {
                        compare(writer, reader, found);
                    }
                }
            }
        }
        return found;
    }

    private static boolean sharesPartition(Discovered.Endpoint writer, Discovered.Endpoint reader) {
        Qos offered = writer.qos();
        Qos requested = reader.qos();
        return offered == null || requested == null || Policy.PARTITION.fits(offered, requested);
    }

    private static void compare(Discovered.Endpoint writer, Discovered.Endpoint reader, List<Mismatch> to) {
        if (!writer.type().equals(reader.type())) {
            to.add(new Mismatch(writer.topic(), writer.guid(), reader.guid(), "type", writer.type(), reader.type()));
        }
        Qos offered = writer.qos();
        Qos requested = reader.qos();
        if (offered == null || requested == null) {
            return;
        }
        for (Policy each : Policy.values()) {
            if (!each.fits(offered, requested)) {
                to.add(new Mismatch(
                        writer.topic(),
                        writer.guid(),
                        reader.guid(),
                        each.text(),
                        each.in(offered),
                        each.in(requested)));
            }
        }
    }
}
