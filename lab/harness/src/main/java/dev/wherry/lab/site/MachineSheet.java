package dev.wherry.lab.site;

import dev.wherry.lab.results.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the properties of this machine; "unknown" for those that the kernel does not report. */
public final class MachineSheet {
    private static final String UNKNOWN = "unknown";
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int KINDS = 8;

    private MachineSheet() {}

    /** Reads them, which takes a second. */
    public static Machine read(Path root) throws IOException, InterruptedException {
        Double busy = busy();
        return new Machine(
                cpu(),
                Runtime.getRuntime().availableProcessors(),
                "%s %s %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch")),
                "%s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")),
                orUnknown(text("/proc/sys/net/ipv4/tcp_congestion_control")),
                loadAverage(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                busy,
                Checkout.of(root));
    }

    private static String cpu() throws IOException {
        String info = text("/proc/cpuinfo");
        return info == null
                ? UNKNOWN
                : info.lines()
                        .filter(line -> line.startsWith("model name"))
                        .findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse(UNKNOWN);
    }

    /** Returns the load average of the last minute; -1 if it is unknown. */
    private static double loadAverage() throws IOException {
        String load = text("/proc/loadavg");
        return load == null ? -1 : Double.parseDouble(load.split(" ", 2)[0]);
    }

    private static @Nullable Double busy() throws IOException, InterruptedException {
        String before = text("/proc/stat");
        Thread.sleep(1000);
        String after = text("/proc/stat");
        return before == null || after == null ? null : busy(before, after);
    }

    /** Returns the share of time in use between two readings of the kernel's ticks; null if no tick has passed. */
    static @Nullable Double busy(String before, String after) {
        long[] then = ticks(before);
        long[] now = ticks(after);
        double all = LongStream.of(now).sum() - LongStream.of(then).sum();
        double idle = now[IDLE] + now[WAITING] - then[IDLE] - then[WAITING];
        return all <= 0 ? null : 1 - idle / all;
    }

    /** Returns the ticks of all processors: user, nice, system, idle, waiting for a disk, interrupts, soft ones, and stolen. */
    private static long[] ticks(String stat) {
        return Stream.of(stat.lines().findFirst().orElse("").split(" +"))
                .skip(1)
                .limit(KINDS)
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static String orUnknown(@Nullable String text) {
        return text == null ? UNKNOWN : text.strip();
    }

    private static @Nullable String text(String file) throws IOException {
        Path path = Path.of(file);
        return Files.isReadable(path) ? Files.readString(path) : null;
    }
}
