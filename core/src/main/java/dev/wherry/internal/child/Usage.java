package dev.wherry.internal.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What a process has used so far. Its threads are counted on Linux alone; elsewhere they are none. */
record Usage(Duration cpuTime, int threads) {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    private static final String THREADS = "Threads:";

    static Usage of(ProcessHandle process) throws IOException {
        Duration cpuTime = process.info()
                .totalCpuDuration()
                .orElseThrow(
                        () -> new IOException("The system does not tell the CPU time of process " + process.pid()));
        return new Usage(cpuTime, LINUX ? threads(process.pid()) : 0);
    }

    private static int threads(long process) throws IOException {
        Path status = Path.of("/proc/" + process + "/status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(THREADS))
                    .map(line ->
                            Integer.parseInt(line.substring(THREADS.length()).strip()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("No '" + THREADS + "' in " + status));
        }
    }
}
