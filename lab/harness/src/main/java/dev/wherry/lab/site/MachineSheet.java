package dev.wherry.lab.site;

import dev.wherry.lab.results.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Finds out what machine this is; "unknown" stands where the kernel does not tell. */
public final class MachineSheet {
    private static final String UNKNOWN = "unknown";

    private MachineSheet() {}

    /** Reads it now. */
    public static Machine read() throws IOException {
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
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
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

    /** Of the last minute; -1 where the kernel does not tell. */
    private static double loadAverage() throws IOException {
        String load = text("/proc/loadavg");
        return load == null ? -1 : Double.parseDouble(load.split(" ", 2)[0]);
    }

    private static String orUnknown(@Nullable String text) {
        return text == null ? UNKNOWN : text.strip();
    }

    private static @Nullable String text(String file) throws IOException {
        Path path = Path.of(file);
        return Files.isReadable(path) ? Files.readString(path) : null;
    }
}
