package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a process uses. Its threads and its memory are known on Linux alone; elsewhere they are none. */
record Usage(Duration cpuTime, int threads, long residentBytes) {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    /** Of the clock that the kernel tells processes' times by, whatever its own is. */
    private static final int MILLIS_OF_A_TICK = 10;
    // The fields of /proc/PID/stat, counted from the first behind the name, which may hold anything itself.
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int THREADS = 17;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

    /** @throws IOException if the system does not tell, as when the process has ended */
    static Usage of(ProcessHandle process) throws IOException {
        if (LINUX) {
            return parse(read(process, "stat"), read(process, "status"));
        }
        return new Usage(process.info().totalCpuDuration().orElseThrow(() -> unknown(process.toString())), 0, 0);
    }

    private static String read(ProcessHandle process, String file) throws IOException {
        return Files.readString(Path.of("/proc/" + process.pid() + "/" + file), StandardCharsets.ISO_8859_1);
    }

    /**
     * @param stat in ticks, and so far; the memory stands there in pages, whose size is not told
     * @param status which tells the memory; a process that has ended has none
     */
    static Usage parse(String stat, String status) throws IOException {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= THREADS) {
            throw unknown(stat);
        }
        long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        return new Usage(
                Duration.ofMillis(ticks * MILLIS_OF_A_TICK), Integer.parseInt(fields[THREADS]), resident(status));
    }

    private static long resident(String status) {
        Matcher kilobytes = RESIDENT.matcher(status);
        return kilobytes.find() ? Long.parseLong(kilobytes.group(1)) << 10 : 0;
    }

    private static IOException unknown(String process) {
        return new IOException("The system does not tell what a process uses: " + process);
    }
}
