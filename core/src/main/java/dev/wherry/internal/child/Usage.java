package dev.wherry.internal.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What a process has used so far. Its threads are counted on Linux alone; elsewhere they are none. */
record Usage(Duration cpuTime, int threads) {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    /** Of the clock that the kernel tells processes' times by, whatever its own is. */
    private static final int MILLIS_OF_A_TICK = 10;
    // The fields of /proc/PID/stat, counted from the first behind the name, which may hold anything itself.
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int THREADS = 17;

    /** @throws IOException if the system does not tell, as when the process has ended */
    static Usage of(ProcessHandle process) throws IOException {
        if (LINUX) {
            return parse(Files.readString(Path.of("/proc/" + process.pid() + "/stat"), StandardCharsets.ISO_8859_1));
        }
        return new Usage(process.info().totalCpuDuration().orElseThrow(() -> unknown(process.toString())), 0);
    }

    static Usage parse(String stat) throws IOException {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= THREADS) {
            throw unknown(stat);
        }
        long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        return new Usage(Duration.ofMillis(ticks * MILLIS_OF_A_TICK), Integer.parseInt(fields[THREADS]));
    }

    private static IOException unknown(String process) {
        return new IOException("The system does not tell what a process uses: " + process);
    }
}
